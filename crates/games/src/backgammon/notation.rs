//! Positions and moves as text: `4HPwATDgc/ABMA max 31` and `8/5,6/5`.
//!
//! A position is the ID of GNU Backgammon, the side to roll or to play, and the dice once they are rolled. A play is
//! written as players do: `24/18` for a step or several steps of one checker, `*` behind a point where it hits, `(2)` behind
//! what several checkers do, `bar` and `off`. The parts are joined by commas, because a move is one word; spaces are read
//! as well, and so are the parts in any order, single steps or sums of steps, with or without stars.

use super::checkers::{BAR, OFF, only};
use super::dice::Dice;
use super::play::Step;
use super::position_id::{read, write};
use super::{Backgammon, Move, State};
use crate::refused::refused;
use tiptree::{Game, Notation, ParseError, Player};

const PASS: &str = "pass";

impl Dice {
    fn text(self) -> String {
        format!("{}{}", self.high(), self.low())
    }

    /// Two digits from 1 to 6, in either order.
    fn read(text: &str) -> Option<Dice> {
        let &[one, two] = text.as_bytes() else { return None };
        Dice::new(one.wrapping_sub(b'0'), two.wrapping_sub(b'0'))
    }
}

/// The text of a place.
fn place_text(place: u8) -> String {
    match place {
        BAR => "bar".into(),
        OFF => "off".into(),
        point => point.to_string(),
    }
}

fn read_place(text: &str) -> Option<u8> {
    match text {
        "bar" | "b" => Some(BAR),
        "off" | "o" => Some(OFF),
        digits => digits.parse().ok().filter(|place| (OFF..=BAR).contains(place)),
    }
}

/// The way of one checker: where it begins, the points where it hits on the way, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    from: u8,
    hits: Vec<u8>,
    to: u8,
}

impl Path {
    fn text(&self, times: usize) -> String {
        let star = |place| if self.hits.contains(&place) { "*" } else { "" };
        let on_the_way = self.hits.iter().copied().filter(|&hit| hit != self.to);
        let places = on_the_way.chain([self.to]).map(|place| place_text(place) + star(place));
        let text = [place_text(self.from)].into_iter().chain(places).collect::<Vec<String>>().join("/");
        if times > 1 { format!("{text}({times})") } else { text }
    }
}

impl State {
    /// The steps of a play, and whether each hits.
    fn hits(&self, play: Move) -> Vec<(Step, bool)> {
        let mut blots = self.waiter.blots();
        let hit = |step: Step| {
            let there = only(BAR - step.to);
            let is_hit = blots & there != 0;
            blots &= !there;
            (step, is_hit)
        };
        play.steps().map(hit).collect()
    }

    /// The ways of the checkers in a play: steps that continue one another are one way.
    fn paths(&self, play: Move) -> Vec<Path> {
        let mut steps = self.hits(play);
        // From the farthest on, so that a step comes after the one that it continues.
        steps.sort_by_key(|(step, _)| std::cmp::Reverse(step.from));
        let mut paths: Vec<Path> = Vec::new();
        for (Step { from, to }, is_hit) in steps {
            let hits = is_hit.then_some(to);
            match paths.iter_mut().find(|path| path.to == from) {
                Some(path) => {
                    path.to = to;
                    path.hits.extend(hits);
                }
                None => paths.push(Path { from, hits: hits.into_iter().collect(), to }),
            }
        }
        paths
    }

    fn play_text(&self, play: Move) -> String {
        let mut parts: Vec<(Path, usize)> = Vec::new();
        for path in self.paths(play) {
            match parts.iter_mut().find(|(known, _)| {
                // Only the first of several checkers hits on the point where they end.
                let others: Vec<u8> = known.hits.iter().copied().filter(|&hit| hit != path.to).collect();
                (known.from, known.to) == (path.from, path.to) && others == path.hits
            }) {
                Some((_, times)) => *times += 1,
                None => parts.push((path, 1)),
            }
        }
        let texts: Vec<String> = parts.iter().map(|(path, times)| path.text(*times)).collect();
        if texts.is_empty() { PASS.into() } else { texts.join(",") }
    }
}

/// The parts of a play's text, at least one: the places that each checker comes through.
fn read_parts(text: &str) -> Option<Vec<Vec<u8>>> {
    let text = text.to_lowercase().replace('*', "");
    let mut parts = Vec::new();
    for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
        let (places, times) = match part.strip_suffix(')').map(|part| part.split_once('(')) {
            Some(Some((places, times))) => {
                (places, times.parse().ok().filter(|times| (1..=4).contains(times))?)
            }
            Some(None) => return None,
            None => (part, 1),
        };
        let places: Vec<u8> = places.split(['/', '-']).map(read_place).collect::<Option<_>>()?;
        if places.len() < 2 {
            return None;
        }
        parts.extend(std::iter::repeat_n(places, times));
    }
    Some(parts).filter(|parts| !parts.is_empty())
}

/// Whether a play moves the checkers as the parts of a text say, by way of all points that the text names.
fn is_described(play: Move, parts: &[Vec<u8>]) -> bool {
    let mut change = [0i8; BAR as usize + 1];
    for Step { from, to } in play.steps() {
        change[usize::from(from)] -= 1;
        change[usize::from(to)] += 1;
    }
    for part in parts {
        change[usize::from(part[0])] += 1;
        change[usize::from(part[part.len() - 1])] -= 1;
    }
    let lands = |place: &u8| play.steps().any(|step| step.to == *place);
    change == [0; BAR as usize + 1] && parts.iter().all(|part| part[1..].iter().all(lands))
}

/// The play that a text describes. Where several fit, because a checker may hit on either of two ways, it must be written as
/// we write it.
fn described(state: &State, plays: &[Move], text: &str) -> Option<Move> {
    let parts = read_parts(text)?;
    let mut fitting = plays.iter().copied().filter(|&play| is_described(play, &parts));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Some(only),
        _ => plays.iter().copied().find(|&play| is_described(play, &parts) && state.play_text(play) == text),
    }
}

impl Backgammon {
    /// A position, or what was expected.
    fn read_position(&self, text: &str) -> Result<State, String> {
        let mut words = text.split_whitespace();
        let (mover, waiter) = read(words.next().unwrap_or_default(), self.checkers)?;
        let player = match words.next() {
            None | Some("max") => Player::Max,
            Some("min") => Player::Min,
            Some(_) => return Err("max or min after the ID".into()),
        };
        let dice = words.next().map(|dice| Dice::read(dice).ok_or("two dice from 1 to 6")).transpose()?;
        let expected = match words.next() {
            Some(_) => "an ID, the side and the dice",
            None if (1..BAR).any(|point| mover.count(point) > 0 && waiter.count(BAR - point) > 0) => {
                "no point with checkers of both players"
            }
            None if mover.in_play() == 0 => "a checker left to the side to roll",
            None if waiter.in_play() == 0 && dice.is_some() => "no dice after the end of the game",
            None => return Ok(State { mover, waiter, player, dice }),
        };
        Err(expected.into())
    }
}

impl Notation for Backgammon {
    fn move_text(&self, state: &State, mv: Move) -> String {
        if mv.is_roll() { mv.dice().text() } else { state.play_text(mv) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let word = text.trim();
        let read = match state.dice {
            None => Dice::read(word).map(Move::roll).filter(|roll| moves.contains(roll)),
            Some(dice) if word == PASS => Some(Move::pass(dice)).filter(|pass| moves.contains(pass)),
            Some(_) => described(state, &moves, word),
        };
        read.ok_or_else(|| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
            refused(text, &texts)
        })
    }

    fn position_text(&self, state: &State) -> String {
        let player = if state.player == Player::Max { "max" } else { "min" };
        let dice = state.dice.map_or(String::new(), |dice| format!(" {}", dice.text()));
        format!("{} {player}{dice}", write(&state.mover, &state.waiter))
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        self.read_position(text).map_err(|expected| {
            let example = write(&self.start, &self.start);
            ParseError::new("position", text, format!("{expected}, such as `{example} max 31`"))
        })
    }

    fn draw(&self, state: &State) -> String {
        super::drawing::draw(self, state)
    }
}
