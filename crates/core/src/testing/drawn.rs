//! Game trees drawn by hand, to follow a paper's figures step by step.
//!
//! A node is a name and a value, its children in parentheses; `+`, `-` or `*` before the name of an inner node says
//! whether Max, Min or chance (equally likely) moves there:
//!
//! ```
//! use tiptree::testing::drawn::DrawnTree;
//! let tree: DrawnTree = "+s 10 (t 2, -u 10 (w 10, x 12))".parse().unwrap();
//! assert_eq!(tree.named("x"), Some(4));
//! ```
//!
//! The tips of the drawing are expandable, as in Rivest's figures: each has one move, which ends the game with the
//! tip's own value.

use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Notation, Range, Turn};
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::rng::scatter;
use std::str::FromStr;

/// A game tree drawn by hand. Its nodes are numbered in the order in which they are written.
#[derive(Clone, Debug)]
pub struct DrawnTree {
    nodes: Vec<Drawn>,
}

#[derive(Clone, Debug)]
struct Drawn {
    name: String,
    value: f64,
    turn: Turn,
    children: Vec<usize>,
}

/// A node of a drawing, or the end of the game after one of its tips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The number of the node.
    pub node: usize,
    /// Whether the game has ended there.
    pub over: bool,
}

impl DrawnTree {
    /// The number of the node with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The name of a node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn name(&self, node: usize) -> &str {
        &self.nodes[node].name
    }
}

impl Game for DrawnTree {
    type State = Spot;
    type Move = Spot;

    fn start(&self) -> Spot {
        Spot { node: 0, over: false }
    }

    fn turn(&self, spot: &Spot) -> Turn {
        let node = &self.nodes[spot.node];
        if spot.over { Turn::Over(node.value) } else { node.turn }
    }

    fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    /// The scale of Rivest's figures and tournament.
    fn payoffs(&self) -> Range {
        Range::new(1.0, 1023.0)
    }

    fn moves(&self, spot: &Spot, moves: &mut Vec<Spot>) {
        let children = &self.nodes[spot.node].children;
        match spot.over {
            true => {}
            false if children.is_empty() => moves.push(Spot { over: true, ..*spot }),
            false => moves.extend(children.iter().map(|&node| Spot { node, over: false })),
        }
    }

    fn play(&self, spot: &mut Spot, mv: Spot) {
        *spot = mv;
    }
}

impl Keyed for DrawnTree {
    fn key(&self, spot: &Spot) -> u64 {
        scatter(2 * spot.node as u64 + u64::from(spot.over))
    }
}

impl Insight for DrawnTree {}

/// A spot is written as the name of its node, with a full stop if the game has ended there; so is the move to it.
impl Notation for DrawnTree {
    fn move_text(&self, _: &Spot, mv: Spot) -> String {
        self.position_text(&mv)
    }

    fn position_text(&self, spot: &Spot) -> String {
        format!("{}{}", self.name(spot.node), if spot.over { "." } else { "" })
    }

    fn parse_position(&self, text: &str) -> Result<Spot, ParseError> {
        let spots = (0..self.nodes.len()).flat_map(|node| [false, true].map(|over| Spot { node, over }));
        let is_legal = |spot: &Spot| !spot.over || self.nodes[spot.node].children.is_empty();
        let found = spots.filter(is_legal).find(|spot| self.position_text(spot) == text);
        let parse_error =
            || ParseError::new("position", text, "the name of a node, such as t, or t. after a tip");
        if text.is_empty() { Ok(self.start()) } else { found.ok_or_else(parse_error) }
    }
}

/// The evaluator that reads the values of the drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsDrawn;

impl Evaluator<DrawnTree> for AsDrawn {
    fn range(&self) -> Range {
        Range::new(1.0, 1023.0)
    }

    fn evaluate(&self, game: &DrawnTree, spot: &Spot) -> f64 {
        game.nodes[spot.node].value
    }
}

impl FromStr for DrawnTree {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parser = Parser { text, rest: text, tree: DrawnTree { nodes: Vec::new() } };
        parser.node(Turn::Max)?;
        if parser.rest.trim().is_empty() { Ok(parser.tree) } else { Err(parser.parse_error("the end")) }
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    tree: DrawnTree,
}

impl<'a> Parser<'a> {
    fn parse_error(&self, expected: &str) -> ParseError {
        ParseError::new("drawn tree", self.text, format!("{expected} before {:?}", self.rest))
    }

    fn takes(&mut self, mark: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        let rest = self.rest.trim_start();
        let end = rest.find([' ', '(', ')', ',']).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.parse_error(expected));
        }
        self.rest = &rest[end..];
        Ok(&rest[..end])
    }

    /// Parses a node and its descendants, and returns the node's number. `turn` holds unless a mark says otherwise.
    fn node(&mut self, turn: Turn) -> Result<usize, ParseError> {
        let marks = [('+', Turn::Max), ('-', Turn::Min), ('*', Turn::Chance)];
        let marked = marks.into_iter().find(|&(mark, _)| self.takes(mark));
        let turn = marked.map_or(turn, |(_, turn)| turn);
        let name = self.word("a name")?.to_owned();
        let value: f64 = self
            .word("a value")?
            .parse()
            .ok()
            .filter(|value| (1.0..=1023.0).contains(value))
            .ok_or_else(|| self.parse_error("a value from 1 to 1023"))?;
        let number = self.tree.nodes.len();
        self.tree.nodes.push(Drawn { name, value, turn, children: Vec::new() });
        if self.takes('(') {
            let below = if turn == Turn::Max { Turn::Min } else { Turn::Max };
            loop {
                let child = self.node(below)?;
                self.tree.nodes[number].children.push(child);
                if self.takes(')') {
                    break;
                }
                if !self.takes(',') {
                    return Err(self.parse_error("a comma or a closing parenthesis"));
                }
            }
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_drawing_says_where() {
        let error = |text: &str| text.parse::<DrawnTree>().unwrap_err().to_string();
        assert!(error("").contains("a name"));
        assert!(error("s").contains("a value"));
        assert!(error("s 10 (t 2").contains("a comma or a closing parenthesis"));
        assert!(error("s 10 (t 0)").contains("a value from 1 to 1023"));
        assert!(error("s 10) x").contains("the end"));
    }

    #[test]
    fn tips_of_the_drawing_end_with_their_own_value() {
        let tree: DrawnTree = "+s 10 (t 2, *u 10 (w 10, x 12))".parse().unwrap();
        let tip = Spot { node: tree.named("t").unwrap(), over: false };
        let mut moves = Vec::new();
        tree.moves(&tip, &mut moves);
        assert_eq!(tree.turn(&moves[0]), Turn::Over(2.0));
        assert_eq!(tree.turn(&Spot { node: tree.named("u").unwrap(), over: false }), Turn::Chance);
    }
}
