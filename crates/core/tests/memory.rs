//! What a search holds while it keeps to a limit of memory, counted by the allocator.

use counting::Counted;
use std::alloc::System;
use tiptree::search::best_first::decide::Pick;
use tiptree::search::best_first::{MinMax, backup::PowerMean, levels::Levels, penalty::Constant};
use tiptree::search::catalogue;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Search, Stop};

#[global_allocator]
static ALLOCATOR: Counted = Counted(System);

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one passes everything on to the system's"
)]
mod counting {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::cell::Cell;

    thread_local! {
        /// The bytes that this thread has allocated and not freed, and the most there were.
        static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
    }

    /// The system's allocator, with the bytes counted that each thread holds.
    pub(super) struct Counted(pub(super) System);

    fn bytes(size: usize) -> i64 {
        (size as u64).cast_signed()
    }

    fn count(more: i64) {
        // A thread that ends may free when its counter is gone.
        let _ = HELD.try_with(|held| {
            let (now, most) = held.get();
            held.set((now + more, most.max(now + more)));
        });
    }

    // SAFETY: every call goes to the system's allocator as it is.
    unsafe impl GlobalAlloc for Counted {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            count(bytes(layout.size()));
            // SAFETY: as the caller promises.
            unsafe { self.0.alloc(layout) }
        }

        unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
            count(-bytes(layout.size()));
            // SAFETY: as the caller promises.
            unsafe { self.0.dealloc(place, layout) }
        }

        unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            count(bytes(size) - bytes(layout.size()));
            // SAFETY: as the caller promises.
            unsafe { self.0.realloc(place, layout, size) }
        }
    }

    /// The most bytes that this thread held at once during `work`, beyond those that it held before.
    pub(super) fn most_held<R>(work: impl FnOnce() -> R) -> (R, u64) {
        let before = HELD.with(|held| {
            held.set((held.get().0, held.get().0));
            held.get().0
        });
        let result = work();
        (result, HELD.with(|held| held.get().1 - before).cast_unsigned())
    }
}

/// What a search holds that is no tree and no table: moves and values of one family, its path, the report.
const BESIDE: u64 = 48 * 1024;

#[test]
fn a_limit_of_memory_bounds_what_is_held() {
    let names =
        ["mm", "mm(backup=mean,pick=minimax)", "ubfm", "uct", "puct(graph=true)", "pvs", "mtdf", "star2"];
    let without_chance = ["mm-fast", "mm-fast(full=stop)", "conspiracy", "dfpn"];
    for has_chance in [false, true] {
        let tree = HashTree::new(7, 24, 5);
        let game = if has_chance { tree.with_chance(0.3) } else { tree };
        let evaluator = HashEvaluator::new(3, 1000);
        for name in names.into_iter().chain(without_chance.into_iter().filter(|_| !has_chance)) {
            for limit in [64 * 1024, 1024 * 1024] {
                let budget: Budget = format!("moves=150k,memory={limit}B").parse().unwrap();
                let (report, held) = counting::most_held(|| {
                    catalogue::build(&name.parse().unwrap(), game, evaluator, 1).unwrap().run(&budget)
                });
                // A report of a tree takes a part of what the tree does.
                let most = limit + limit / 4 + BESIDE;
                assert!(held <= most, "{name} with dice {has_chance} holds {held} of {limit} bytes");
                assert!(report.counters.tree_bytes <= limit, "{name}: {:?}", report.counters);
                assert!(report.best.is_some() || has_chance, "{name}");
            }
        }
    }
}

#[test]
fn a_tree_of_its_own_size_bounds_what_is_held() {
    let (game, evaluator) = (HashTree::new(7, 24, 5), HashEvaluator::new(3, 1000));
    for name in ["mm-fast(tree=64kB)", "mm-fast(tree=64kB,full=stop)"] {
        for budget in ["moves=150k", "moves=150k,time=1h"] {
            let (_, held) = counting::most_held(|| {
                let mut search = catalogue::build(&name.parse().unwrap(), game, evaluator, 1).unwrap();
                search.run(&budget.parse().unwrap())
            });
            assert!(held <= 64 * 1024 + BESIDE, "{name} under {budget} holds {held} bytes");
        }
    }
}

#[test]
fn the_report_of_another_rule_copies_no_tree() {
    let (game, evaluator) = (HashTree::new(7, 24, 5), HashEvaluator::new(3, 1000));
    let budget = Budget::moves(300_000);
    let report = |pick: Pick| {
        let backup = PowerMean { p: Levels::constant(10.0) };
        let mut search = MinMax::from_parts(game, evaluator, backup, Constant::default(), ()).picking(pick);
        let tree_bytes = search.run(&budget).counters.tree_bytes;
        let meter = tiptree::Meter::new(&budget);
        let (_, held) = counting::most_held(|| search.report(&meter));
        (held, tree_bytes)
    };
    let ((plain, _), (other, tree_bytes)) = (report(Pick::Value), report(Pick::Minimax));
    assert!(other - plain < tree_bytes / 8, "{other} instead of {plain} bytes for a tree of {tree_bytes}");
}

#[test]
fn a_table_larger_than_memory_stops_growing() {
    let (game, evaluator) = (HashTree::new(7, 24, 5), HashEvaluator::new(3, 1000));
    for name in ["pvs(table=900000000GB)", "dfpn(table=900000000GB)", "star2(table=900000000GB)"] {
        let mut search = catalogue::build(&name.parse().unwrap(), game, evaluator, 1).unwrap();
        assert_eq!(search.run(&Budget::moves(50_000)).stop, Some(Stop::Moves), "{name}");
    }
}
