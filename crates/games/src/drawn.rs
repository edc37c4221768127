//! Trees drawn by hand, as a game: the position is the drawing, so that a lesson can search any tree.
//!
//! Our registry does not hold this game, because it has no size and no start of its own that a match could be played from. The studio
//! adds it: `tiptree_games::registry().with(tiptree_games::drawn::entry())`.

use crate::untyped;
use std::sync::Arc;
use tiptree::erased::Named;
use tiptree::registry::{Entry, Valuation};
use tiptree::testing::drawn::{AsDrawn, DrawnTree, Spot};
use tiptree::{Evaluator, Game, Insight, Keyed, Notation, ParseError, Range, Turn};

/// The start: Rivest 1987, Figure 2.
const FIGURE_2: &str = "+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))";

/// The longest drawing that is read.
const LONGEST: usize = 4096;

/// What separates the drawing from the node reached.
const AT: &str = " @ ";

/// The game.
#[derive(Clone, Copy, Debug)]
struct Drawn;

/// A drawing and a node of it.
#[derive(Clone, Debug)]
struct Place {
    drawing: Arc<(String, DrawnTree)>,
    spot: Spot,
}

impl Place {
    fn tree(&self) -> &DrawnTree {
        &self.drawing.1
    }
}

/// The number of a spot, which is the move to it: twice the number of its node, and one more where the game is over. Numbers let this
/// game share the searches of the untyped form.
fn number(spot: Spot) -> u64 {
    2 * spot.node as u64 + u64::from(spot.over)
}

fn spot(number: u64) -> Spot {
    Spot { node: (number / 2) as usize, over: !number.is_multiple_of(2) }
}

impl Game for Drawn {
    type State = Place;
    type Move = u64;

    fn start(&self) -> Place {
        self.parse_position(FIGURE_2).expect("a drawing")
    }

    fn turn(&self, place: &Place) -> Turn {
        place.tree().turn(&place.spot)
    }

    /// A drawing may have it.
    fn has_chance(&self) -> bool {
        true
    }

    fn payoffs(&self) -> Range {
        Range::new(1.0, 1023.0)
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u64>) {
        let mut spots = Vec::new();
        place.tree().moves(&place.spot, &mut spots);
        moves.extend(spots.into_iter().map(number));
    }

    fn play(&self, place: &mut Place, mv: u64) {
        place.spot = spot(mv);
    }
}

impl Keyed for Drawn {
    fn key(&self, place: &Place) -> u64 {
        place.tree().key(&place.spot)
    }
}

impl Insight for Drawn {}

impl Notation for Drawn {
    fn move_text(&self, place: &Place, mv: u64) -> String {
        place.tree().position_text(&spot(mv))
    }

    fn position_text(&self, Place { drawing, spot }: &Place) -> String {
        let (text, tree) = drawing.as_ref();
        if *spot == tree.start() { text.clone() } else { format!("{text}{AT}{}", tree.position_text(spot)) }
    }

    fn parse_position(&self, text: &str) -> Result<Place, ParseError> {
        if text.is_empty() {
            return Ok(self.start());
        }
        if text.len() > LONGEST {
            let what = format!("a drawing of at most {LONGEST} bytes");
            return Err(ParseError::new("position", text.chars().take(40).collect::<String>(), what));
        }
        let (text, node) = text.split_once(AT).unwrap_or((text, ""));
        let tree: DrawnTree = text.parse()?;
        let spot = tree.parse_position(node)?;
        Ok(Place { drawing: Arc::new((text.to_owned(), tree)), spot })
    }
}

/// The values of the drawing.
#[derive(Clone, Copy, Debug)]
struct Values;

impl Evaluator<Drawn> for Values {
    fn range(&self) -> Range {
        AsDrawn.range()
    }

    fn evaluate(&self, _: &Drawn, place: &Place) -> f64 {
        AsDrawn.evaluate(place.tree(), &place.spot)
    }
}

/// The game by its name.
pub fn entry() -> Entry {
    Entry::new("drawn", |spec, _| Ok(untyped::rules(Named::untyped(spec.clone(), Drawn, Values))))
        .summary("drawn trees: the position is a drawing, such as +s 10 (t 2, -u 10 (w 10, x 12))")
        .source("Rivest 1987, Figures 2 to 6")
        .evaluators([Valuation::new("drawn", "the value in the drawing")])
}
