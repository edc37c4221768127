//! The trees of searches on real games, read through the interface of texts.

use tiptree::erased::{Engine, Position, Rules};
use tiptree::search::tree_view::{Detail, TreeNode};
use tiptree::{Budget, Report};
use tiptree_games::registry;

fn engine(rules: &dyn Rules, search: &str) -> Box<dyn Engine> {
    rules.engine(&search.parse().unwrap(), 1).unwrap()
}

/// Every position shown is reached by legal moves, and read alone it is the same. Returns the longest edge.
fn check(
    engine: &dyn Engine,
    position: &dyn Position,
    path: &[String],
    part: &TreeNode<String>,
    mass: f64,
) -> usize {
    let path = [path, &part.moves].concat();
    let mut position = position.duplicate();
    for mv in &part.moves {
        position.play(mv).unwrap();
    }
    assert_eq!(part.turn, position.turn());
    assert_eq!(part.mass.to_bits(), (mass * part.share).to_bits());
    let alone = engine.tree(&path, 0, Detail::Whole).unwrap().expect("it was shown");
    let hidden = part.hidden + part.children.len();
    assert_eq!(alone, TreeNode { children: Vec::new(), hidden, ..part.clone() });
    assert!(part.children.iter().map(|child| child.share).sum::<f64>() <= 1.0 + 1e-9);
    let below = part.children.iter().map(|child| check(engine, position.as_ref(), &path, child, part.mass));
    below.max().unwrap_or(0).max(part.moves.len())
}

/// The root moves shown are those of the report.
fn check_root(tree: &TreeNode<String>, report: &Report<String>) {
    for child in &tree.children {
        let found = report.moves.iter().find(|found| found.mv == child.moves[0]).expect("a legal move");
        assert_eq!(child.known.value, found.value, "{found:?}");
        assert_eq!(child.known.visits, Some(found.visits), "{found:?}");
        assert_eq!(child.share.to_bits(), found.share.to_bits(), "{found:?}");
        let values = [child.known.proven, found.proven].map(|proven| proven.map(|proven| proven.value));
        assert_eq!(values[0], values[1], "{found:?}");
    }
}

#[test]
fn trees_of_real_games_agree_with_their_reports() {
    let searches = ["mm-fast", "mm", "ubfm", "conspiracy", "uct", "puct", "uct(graph=true)"];
    for game in ["connect4", "othello", "pig"] {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        for search in
            searches.iter().filter(|search| game != "pig" || !["mm-fast", "conspiracy"].contains(search))
        {
            let mut engine = engine(rules.as_ref(), search);
            engine.start("").unwrap();
            assert_eq!(engine.tree(&[], 5, Detail::Whole), Ok(None), "{game}, {search}: nothing is grown");
            let report = engine.run(&Budget::moves(5000));
            let tree = engine.tree(&[], 80, Detail::Whole).unwrap().expect("a tree");
            check_root(&tree, &report);
            check(engine.as_ref(), rules.position("").unwrap().as_ref(), &[], &tree, 1.0);
            assert!(engine.tree(&["nonsense".into()], 5, Detail::Whole).is_err(), "{game}, {search}");
        }
    }
}

#[test]
fn forced_replies_are_moves_of_the_same_edge() {
    let rules = registry().rules(&"connect4".parse().unwrap(), Some("fitted")).unwrap();
    let mut engine = engine(rules.as_ref(), "mm-fast");
    let mut longest = 0;
    for text in ["4444", "44535", "435254", "4433"] {
        engine.start(text).unwrap();
        let report = engine.run(&Budget::evals(20_000));
        let Some(tree) = engine.tree(&[], 400, Detail::Whole).unwrap() else { continue };
        check_root(&tree, &report);
        longest =
            longest.max(check(engine.as_ref(), rules.position(text).unwrap().as_ref(), &[], &tree, 1.0));
    }
    assert!(longest > 1, "no edge holds a forced reply");
}
