//! Neural nets in ONNX files as evaluators: `--eval 'onnx(file=net.onnx)'` for every game that declares
//! [planes](tiptree::Insight::planes).
//!
//! A net has one input, the planes of some states: states, planes, rows, columns. Its first output is a value for each state from
//! -1 to 1, Max's view. If there is a second output, it holds logits of moves for each state, indexed by the number of the
//! move; moves that are not legal there are left out, and the rest are the priors.
//!
//! A net may be trained with any library that writes ONNX; `experiments/nets` has a script for PyTorch.

mod net;

pub use net::Net;

use std::path::Path;
use std::sync::Arc;
use tiptree::registry::{Registry, Valuation};
use tiptree::{Insight, Parameter, ParseError};

/// The same registry with the evaluator `onnx(file=F)` for every game that has planes.
#[must_use]
pub fn with_nets(registry: Registry) -> Registry {
    let file = Parameter::new("file", "", "the ONNX file of a neural net");
    let valuation = Valuation::new("onnx", "what a neural net in a file says, -1 to 1").parameters([file]);
    registry.with_evaluator(
        &valuation,
        |game| game.plane_shape().is_some(),
        |game, spec| {
            let expected = "the ONNX file of a neural net, as in onnx(file=net.onnx)";
            let Some(file) = spec.get("file").filter(|file| !file.is_empty()) else {
                return Err(ParseError::new("file of onnx", "", expected));
            };
            let Some(shape) = game.plane_shape() else {
                return Err(ParseError::new("evaluator", "onnx", "a game with planes"));
            };
            let net = Net::read(Path::new(file), shape);
            net.map(|net| Arc::new(net) as _)
                .map_err(|error| ParseError::new("file of onnx", file, format!("{expected}: {error}")))
        },
    )
}
