//! Trees drawn by hand, as a game: the position is the drawing, so that a lesson can search any tree.

use std::sync::Arc;
use tiptree::erased::Named;
use tiptree::registry::{Entry, Valuation};
use tiptree::testing::drawn::{AsDrawn, DrawnTree, Spot};
use tiptree::{Evaluator, Game, Insight, Keyed, Notation, ParseError, Range, Turn};

/// The name of the game.
pub(crate) const NAME: &str = "drawn";

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

impl Game for Drawn {
    type State = Place;
    type Move = Spot;

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

    fn moves(&self, place: &Place, moves: &mut Vec<Spot>) {
        place.tree().moves(&place.spot, moves);
    }

    fn play(&self, place: &mut Place, mv: Spot) {
        place.spot = mv;
    }
}

impl Keyed for Drawn {
    fn key(&self, place: &Place) -> u64 {
        place.tree().key(&place.spot)
    }
}

impl Insight for Drawn {}

impl Notation for Drawn {
    fn move_text(&self, place: &Place, mv: Spot) -> String {
        place.tree().position_text(&mv)
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
            return Err(ParseError::new("position", &text[..text.floor_char_boundary(40)], what));
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
pub(crate) fn entry() -> Entry {
    Entry::new(NAME, |spec, _| {
        Ok(Box::new(Named::shared(spec.clone(), Drawn, Arc::new(Values) as Arc<dyn Evaluator<Drawn>>)))
    })
    .summary("drawn trees: the position is a drawing, such as +s 10 (t 2, -u 10 (w 10, x 12))")
    .source("Rivest 1987, Figures 2 to 6")
    .evaluators([Valuation::new("drawn", "the value in the drawing")])
}
