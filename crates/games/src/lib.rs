//! Games and their evaluators, one module per game, and [`registry()`], which finds them by name.

pub mod backgammon;
pub mod blackjack;
pub mod board_splitting;
pub mod breakthrough;
pub mod connect4;
pub mod drawn;
pub mod ewn;
mod fitted;
pub mod ggame;
pub mod hex;
pub mod kalah;
mod logistic;
mod numbered;
pub mod othello;
pub mod pig;
pub mod planted;
mod refused;
pub mod squares;
pub mod startree;
pub mod tictactoe;
pub mod untyped;

use tiptree::Registry;

/// Our games by name. Add another with [`Registry::with`].
///
/// A game is described and built in the `by_name` of its own folder; here they are only listed.
///
/// ```
/// let ours = tiptree_games::registry();
/// let rules = ours.rules(&"connect4(width=5, height=4)".parse()?, None)?;
/// assert_eq!(rules.spec().to_string(), "connect4(width=5,height=4)");
/// assert_eq!(rules.position("335")?.moves(), ["1", "2", "3", "4", "5"]);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
pub fn registry() -> Registry {
    [
        connect4::by_name::entry(),
        tictactoe::by_name::entry(),
        othello::by_name::entry(),
        kalah::by_name::entry(),
        board_splitting::by_name::pgame_entry(),
        board_splitting::by_name::ngame_entry(),
        ggame::by_name::entry(),
        startree::by_name::entry(),
        planted::by_name::entry(),
        pig::by_name::entry(),
        blackjack::by_name::entry(),
        ewn::by_name::entry(),
        backgammon::by_name::backgammon_entry(),
        backgammon::by_name::hypergammon_entry(),
        breakthrough::by_name::entry(),
        hex::by_name::entry(),
    ]
    .into_iter()
    .fold(Registry::new(), Registry::with)
}
