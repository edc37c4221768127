//! The game keeps the promises that every search relies on.

use outside::clobber::{Clobber, Free};
use tiptree::{Budget, conformance};

#[test]
fn clobber_keeps_every_promise() {
    for (width, height) in [(6, 5), (8, 8), (1, 1), (2, 3), (8, 1)] {
        conformance::all(&Clobber { width, height }, &Free).unwrap();
    }
}

#[test]
fn small_boards_have_the_known_winners() {
    // In a row of so many stones of alternating colours the player who begins wins, but for these (Albert and others 2005).
    let registry = tiptree::Registry::new().with(outside::clobber::entry());
    for width in 1..=8 {
        let game = format!("clobber(width={width},height=1)").parse().unwrap();
        let mut player = registry.engine(&game, None, &"pvs".parse().unwrap(), 1).unwrap();
        let report = player.run(&Budget::evals(100_000));
        println!("{width}: {:?} {:?}", report.proven, report.value);
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
