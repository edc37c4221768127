//! The game keeps the promises that every search relies on.

use outside::clobber::{Clobber, Free};
use tiptree::testing::conformance;
use tiptree::{Budget, Outcome, Registry};

#[test]
fn clobber_keeps_every_promise() {
    for (width, height) in [(6, 5), (8, 8), (1, 1), (2, 3), (8, 1)] {
        conformance::all(&Clobber { width, height }, &Free).unwrap();
    }
}

/// Albert, Grossman, Nowakowski and Wolfe 2005: the first player wins in a row of 2n stones, except for n = 3.
#[test]
fn short_rows_have_the_published_winners() {
    let registry = Registry::new().with(outside::clobber::entry());
    for (width, winner) in [(4, Outcome::Win), (6, Outcome::Loss), (8, Outcome::Win)] {
        let game = format!("clobber(width={width},height=1)").parse().unwrap();
        let mut player = registry.engine(&game, None, &"pvs".parse().unwrap(), 1).unwrap();
        let proven = player.run(&Budget::evals(100_000)).proven;
        assert_eq!(proven.and_then(|proven| proven.result), Some(winner), "{width}");
    }
}

#[test]
fn the_search_agrees_with_minimax_where_it_looks_at_every_move() {
    let registry =
        tiptree_games::registry().with(outside::clobber::entry()).with_search(outside::shannon::entry());
    for (game, position) in
        [("clobber", ""), ("clobber(width=4,height=4)", ""), ("connect4", "44"), ("pig(goal=20)", "")]
    {
        let value = |search: &str| {
            let mut player =
                registry.engine(&game.parse().unwrap(), None, &search.parse().unwrap(), 1).unwrap();
            player.start(position).unwrap();
            player.run(&player.budget(&Budget::unlimited())).value
        };
        let (ours, theirs) = (value("shannon(width=999,depth=3)"), value("minimax(depth=3)"));
        assert!((ours - theirs).abs() < 1e-9, "{game}: {ours} and {theirs}");
    }
}
