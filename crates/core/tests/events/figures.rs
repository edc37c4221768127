//! The cut-offs of Ballard's figures 4 to 6, as drawn trees.

use super::ALL;
use tiptree::search::depth_first::events::{Cause, End, Limit, Recorder, Visit};
use tiptree::search::depth_first::star::{Sort, Star, Variant, Window};
use tiptree::testing::drawn::{AsDrawn, DrawnTree, Spot};
use tiptree::{Evaluator, Game, Range};

/// The values of a drawing, known to lie from 1 to this.
#[derive(Clone, Copy)]
struct UpTo(f64);

impl Evaluator<DrawnTree> for UpTo {
    fn range(&self) -> Range {
        Range::new(1.0, self.0)
    }

    fn evaluate(&self, game: &DrawnTree, spot: &Spot) -> f64 {
        AsDrawn.evaluate(game, spot)
    }

    fn payoff(&self, _: &DrawnTree, payoff: f64) -> f64 {
        payoff
    }
}

/// The visits of Star1 as printed, from left to right to the tips.
fn star1(drawing: &str, upper: f64) -> Visit {
    let tree: DrawnTree = drawing.parse().unwrap();
    let recorder = Recorder::new(tree.clone(), tree.start(), ALL);
    let mut star = Star::new(Variant { sort: Sort::None, ..Variant::star1() });
    star.search(&tree, &UpTo(upper), &tree.start(), 9, 1.0, upper, &mut recorder.clone());
    Visit::trees(&recorder.recording().events).pop().unwrap()
}

/// The visit of the node with this name.
fn named<'a>(visit: &'a Visit, name: &str) -> &'a Visit {
    fn find<'a>(visit: &'a Visit, name: &str) -> Option<&'a Visit> {
        let is_it = visit.mv.as_deref() == Some(name);
        if is_it { Some(visit) } else { visit.children.iter().find_map(|child| find(child, name)) }
    }
    find(visit, name).unwrap()
}

/// How the visit of the node with this name was cut off, its value, and its unsearched moves.
fn cut(root: &Visit, name: &str) -> (Option<(Limit, Cause)>, Option<f64>, String) {
    let visit = named(root, name);
    let cut = match visit.end {
        Some(End::Cut { at, by }) => Some((at, by)),
        _ => None,
    };
    (cut, visit.value, visit.unsearched.join(" "))
}

/// The values of the figures begin at 0 or at -10, those of a drawing at 1: all are drawn 1 or 11 higher.
#[test]
fn figure_4_cuts_a_roll_whose_bounds_leave_the_window() {
    // Two of four outcomes are worth 5 and 3 on 0 to 10, so that the roll is worth 2 to 7. Max has 7 elsewhere.
    let root = star1("+r 8 (a 8, *b 5 (v 6, w 4, x 5, y 5))", 11.0);
    assert_eq!(named(&root, "b").window, Window { alpha: 8.0, beta: 11.0 });
    assert_eq!(cut(&root, "b"), (Some((Limit::Alpha, Cause::Outcomes)), Some(8.0), "x y".into()));
    // Min has 2 elsewhere.
    let root = star1("-r 3 (a 3, *b 5 (v 6, w 4, x 5, y 5))", 11.0);
    assert_eq!(named(&root, "b").window, Window { alpha: 1.0, beta: 3.0 });
    assert_eq!(cut(&root, "b"), (Some((Limit::Beta, Cause::Outcomes)), Some(3.0), "x y".into()));
    // With 6 elsewhere a third outcome must be searched.
    let root = star1("+r 7 (a 7, *b 5 (v 6, w 4, x 5, y 5))", 11.0);
    assert_eq!(named(&root, "b").unsearched, ["y"]);
}

#[test]
fn figure_5_cuts_a_refuted_move() {
    for drawing in ["+r 4 (a 4, -b 3 (x 3, y 9))", "+r 4 (a 4, -b 3 (x 3, y 1))"] {
        let root = star1(drawing, 10.0);
        assert_eq!(named(&root, "b").window.alpha, 4.0);
        assert_eq!(cut(&root, "b"), (Some((Limit::Alpha, Cause::Move)), Some(3.0), "y".into()));
        assert_eq!((root.value, root.end), (Some(4.0), Some(End::Complete)));
    }
}

#[test]
fn figure_6_passes_windows_down_and_four_cuts_up() {
    let drawing = "+r 15 (a 15, -m 16 (b 16, *upper 14 (c 13, -d 11 (e 14, *lower 10 (f 8, +g 4 (h 4), k 9), l 9), \
        i 12), j 20))";
    let root = star1(drawing, 21.0);
    let window = |name| named(&root, name).window;
    // On the paper's scale: 4 to 5, 0 to 10, 0 to 3, -7 to 10.
    assert_eq!(window("upper"), Window { alpha: 15.0, beta: 16.0 });
    assert_eq!(window("d"), Window { alpha: 11.0, beta: 21.0 });
    assert_eq!(window("lower"), Window { alpha: 11.0, beta: 14.0 });
    assert_eq!(window("g"), Window { alpha: 4.0, beta: 21.0 });
    // A value of -7 cuts off one node after the other, without a leaf in between.
    let cuts = [
        ("lower", 11.0, Cause::Outcomes, "k"),
        ("d", 11.0, Cause::Move, "l"),
        ("upper", 15.0, Cause::Outcomes, "i"),
        ("m", 15.0, Cause::Move, "j"),
    ];
    for (name, value, by, unsearched) in cuts {
        assert_eq!(cut(&root, name), (Some((Limit::Alpha, by)), Some(value), unsearched.into()), "{name}");
    }
    assert_eq!(root.value, Some(15.0));
}
