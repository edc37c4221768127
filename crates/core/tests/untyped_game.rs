//! Games of these tests in untyped form, so that the catalogue of searches is compiled once for all of them.

/// Gives a game the texts that [`Untyped`](tiptree::untyped::Untyped) asks for. Nothing reads them.
macro_rules! untyped_game {
    ($game:ty) => {
        impl tiptree::Notation for $game {
            fn move_text(&self, _state: &Self::State, mv: Self::Move) -> String {
                mv.to_string()
            }

            fn position_text(&self, state: &Self::State) -> String {
                format!("{state:?}")
            }

            fn parse_position(&self, text: &str) -> Result<Self::State, tiptree::ParseError> {
                Err(tiptree::ParseError::new("position", text, "no text at all"))
            }
        }
    };
}
pub(crate) use untyped_game;
