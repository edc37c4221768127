//! Games of evaluators against themselves and each other, one ply deep.

use tiptree::{Evaluator, Game, Player, Rng, Turn};

/// The outcome of a roll, or the move that leads to the best position; with probability `random` any move.
fn choose<G: Game>(
    game: &G,
    player: &impl Evaluator<G>,
    state: &G::State,
    rng: &mut Rng,
    random: f64,
) -> G::Move {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let Some(side) = Player::of(game.turn(state)) else {
        let mut chances = Vec::new();
        game.chances(state, &moves, &mut chances);
        return moves[rng.weighted(&chances)];
    };
    if rng.unit() < random {
        return moves[rng.below(moves.len())];
    }
    let mut leaves = Vec::new();
    player.children(game, state, &moves, &mut leaves);
    let value = |place: &usize| side.sign() * leaves[*place].value;
    let best = (0..moves.len()).max_by(|one, two| value(one).total_cmp(&value(two)));
    moves[best.expect("a game that is not over has moves")]
}

/// Plays a game and calls `see` before every roll. Returns the payoff to Max.
pub(crate) fn play<G: Game>(
    game: &G,
    player: &impl Evaluator<G>,
    random: f64,
    rng: &mut Rng,
    mut see: impl FnMut(&G::State),
) -> f64 {
    let mut state = game.deal(rng.next_u64());
    loop {
        match game.turn(&state) {
            Turn::Over(payoff) => return payoff,
            Turn::Chance => see(&state),
            Turn::Max | Turn::Min => {}
        }
        state = game.after(&state, choose(game, player, &state, rng, random));
    }
}

/// The mean points a game of `one` against `two`; every second game has the same start with exchanged sides.
pub(crate) fn duel<G: Game>(game: &G, one: &impl Evaluator<G>, two: &impl Evaluator<G>, games: u64) -> f64 {
    let points = |number: u64| {
        let mut rng = Rng::derive(99, &[number / 2]);
        let seat = if number.is_multiple_of(2) { Player::Max } else { Player::Min };
        let mut state = game.deal(rng.next_u64());
        loop {
            let turn = game.turn(&state);
            if let Turn::Over(payoff) = turn {
                return seat.sign() * payoff;
            }
            let mv = if Player::of(turn) == Some(seat) {
                choose(game, one, &state, &mut rng, 0.0)
            } else {
                choose(game, two, &state, &mut rng, 0.0)
            };
            state = game.after(&state, mv);
        }
    };
    (0..games).map(points).sum::<f64>() / games as f64
}
