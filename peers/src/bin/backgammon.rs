//! Backgammon and hypergammon beside bkgm 0.6: the same positions after every roll, the same position IDs, and the speed of
//! both move generators.
//!
//!     cargo run --release --bin backgammon             # 100000 random positions of each game, every roll
//!     cargo run --release --bin backgammon -- 1000     # fewer

use bkgm::codecs::gnuid;
use bkgm::{ClassicRules, Dice as TheirDice, Position, PositionRules};
use tiptree::clock::Clock;
use tiptree::perft::perft;
use tiptree::{Game, Notation, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Move, State};

fn main() {
    let positions =
        std::env::args().nth(1).map_or(100_000, |count| count.parse().expect("a number of positions"));
    for (name, game) in [("backgammon", Backgammon::standard()), ("hypergammon", Backgammon::hypergammon())] {
        let plays = match name {
            "backgammon" => agreement::<15>(&game, positions),
            _ => agreement::<3>(&game, positions),
        };
        let (plays, twice) = plays;
        println!(
            "{name}: {positions} positions and IDs, {plays} successors of all rolls: all equal; bkgm lists {twice} more than once"
        );
        for depth in 1..=3 {
            let (ours, our_time) = timed(|| perft(&game, &game.start(), depth));
            let (theirs, their_time) = timed(|| match name {
                "backgammon" => count::<15>(&their_position(&game, &game.start()), depth),
                _ => count::<3>(&their_position(&game, &game.start()), depth),
            });
            assert_eq!(ours, theirs, "perft of {name} to depth {depth}");
            let rate = |time: f64| ours as f64 / time / 1e6;
            println!(
                "{name}: perft {depth} = {ours}, million successors a CPU second: {:.1}, bkgm {:.1}",
                rate(our_time),
                rate(their_time)
            );
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let clock = Clock::start();
    let result = std::hint::black_box(work());
    (result, clock.cpu().as_secs_f64())
}

/// The ID alone, without the side and the dice.
fn id(game: &Backgammon, state: &State) -> String {
    game.position_text(state).split(' ').next().unwrap_or_default().to_owned()
}

fn their_position<const N: u8>(game: &Backgammon, state: &State) -> Position<N> {
    gnuid::decode_position(&id(game, state)).expect("bkgm reads our IDs")
}

/// Compares the successors of every roll at positions of random games. Returns their number, and how many more bkgm lists,
/// which repeats some where checkers are borne off.
fn agreement<const N: u8>(game: &Backgammon, positions: usize) -> (usize, usize) {
    let mut rng = Rng::new(21);
    let mut state = game.start();
    let (mut compared, mut successors, mut twice) = (0, 0, 0);
    let mut moves: Vec<Move> = Vec::new();
    while compared < positions {
        match game.turn(&state) {
            Turn::Over(_) => state = game.start(),
            Turn::Chance => {
                let (ours, theirs) = compare::<N>(game, &state);
                successors += ours;
                twice += theirs - ours;
                compared += 1;
            }
            Turn::Max | Turn::Min => {}
        }
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
    (successors, twice)
}

/// Compares the successors of every roll at a position before the roll. Returns their number, and the number that bkgm lists.
fn compare<const N: u8>(game: &Backgammon, state: &State) -> (usize, usize) {
    let text = game.position_text(state);
    assert_eq!(game.parse_position(&text).as_ref(), Ok(state), "{text}");
    let theirs = their_position::<N>(game, state);
    assert_eq!(gnuid::encode_position(&theirs), id(game, state));
    let mut rolls = Vec::new();
    game.moves(state, &mut rolls);
    let compare_roll = |&roll: &Move| {
        let rolled = game.after(state, roll);
        let mut plays = Vec::new();
        game.moves(&rolled, &mut plays);
        let mut ours: Vec<String> = plays.iter().map(|&play| id(game, &game.after(&rolled, play))).collect();
        let dice = TheirDice::new(roll.dice().high().into(), roll.dice().low().into());
        let mut known: Vec<String> =
            ClassicRules::legal_positions(theirs, &dice).iter().map(gnuid::encode_position).collect();
        let listed = known.len();
        ours.sort();
        known.sort();
        known.dedup();
        assert_eq!(ours, known, "after {}", game.position_text(&rolled));
        (ours.len(), listed)
    };
    rolls.iter().map(compare_roll).fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
}

/// The lines of play as bkgm counts them: a roll with its play is one.
fn count<const N: u8>(position: &Position<N>, depth: u32) -> u64 {
    let next = |(dice, _): &(TheirDice, usize)| -> u64 {
        let positions = ClassicRules::legal_positions(*position, dice);
        if depth == 1 {
            positions.len() as u64
        } else {
            positions.iter().map(|next| count(next, depth - 1)).sum()
        }
    };
    bkgm::dice::ALL_21.iter().map(next).sum()
}
