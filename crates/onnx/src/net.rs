//! A neural net that was read from a file.

use std::path::Path;
use tiptree::untyped::{State, Untyped};
use tiptree::{Estimates, Evaluator, Game, Insight, Range, Turn};
use tract_onnx::prelude::{
    DatumExt, Framework, InferenceModelExt, IntoRunnable, TDim, Tensor, TractResult, TypedRunnableModel, tvec,
};

/// A neural net: an evaluator that answers for many states in one call.
pub struct Net {
    plan: std::sync::Arc<TypedRunnableModel>,
    /// Planes, rows and columns of a state.
    shape: [usize; 3],
}

/// What a net says of some states.
struct Outputs {
    values: Vec<f32>,
    /// A row for each state; empty if the net has no second output.
    logits: Vec<f32>,
}

impl Net {
    /// Reads a net whose input has this shape: planes, rows and columns.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no net with this input.
    pub fn read(file: &Path, shape: [usize; 3]) -> Result<Self, String> {
        Net::load(file, shape).map_err(|error| format!("{error:#}"))?.ok_or_else(|| {
            "its outputs are not a value and, perhaps, a row of logits for each state".to_owned()
        })
    }

    fn load(file: &Path, shape: [usize; 3]) -> TractResult<Option<Self>> {
        let model = tract_onnx::onnx().model_for_path(file)?;
        let states = model.symbols.sym("states");
        let sizes = shape.into_iter().map(TDim::from);
        let input = f32::fact(std::iter::once(states.into()).chain(sizes).collect::<Vec<TDim>>());
        let plan = model.with_input_fact(0, input.into())?.into_optimized()?.into_runnable()?;
        let net = Net { plan, shape };
        // A net that does not fit shows at once, and not in the middle of a match.
        let is_right = net.run(&vec![0.0; 2 * shape.iter().product::<usize>()])?.is_some();
        Ok(is_right.then_some(net))
    }

    /// The outputs for the planes of some states; `None` if they are not a value and a row of logits for each state.
    fn run(&self, planes: &[f32]) -> TractResult<Option<Outputs>> {
        let [depth, rows, columns] = self.shape;
        let states = planes.len() / (depth * rows * columns);
        let input = Tensor::from_shape(&[states, depth, rows, columns], planes)?;
        let outputs = self.plan.run(tvec!(input.into()))?;
        let numbers = |place: usize| -> TractResult<Vec<f32>> {
            outputs.get(place).map_or(Ok(Vec::new()), |output| {
                Ok(output.to_plain_array_view::<f32>()?.iter().copied().collect())
            })
        };
        let (values, logits) = (numbers(0)?, numbers(1)?);
        if values.len() != states || logits.len() % states.max(1) != 0 {
            return Ok(None);
        }
        Ok(Some(Outputs { values, logits }))
    }

    /// The outputs for some states.
    fn outputs(&self, game: &Untyped, states: &[State]) -> Outputs {
        let mut planes = Vec::new();
        for state in states {
            game.planes(state, &mut planes);
        }
        // The first run has shown that the net fits, and every later one differs only in the number of states.
        self.run(&planes).ok().flatten().expect("a net that has run once runs again")
    }
}

/// Pushes the softmax of the logits of the moves.
fn push_priors(logits: &[f32], moves: &[u64], priors: &mut Vec<f64>) {
    let logit = |mv: &u64| logits.get(*mv as usize).copied().map_or(f64::NEG_INFINITY, f64::from);
    let most = moves.iter().map(logit).fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        // No move has a logit.
        priors.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
        return;
    }
    let weight = |mv: &u64| (logit(mv) - most).exp();
    let sum: f64 = moves.iter().map(weight).sum();
    priors.extend(moves.iter().map(|mv| weight(mv) / sum));
}

impl Evaluator<Untyped> for Net {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    fn evaluate(&self, game: &Untyped, state: &State) -> f64 {
        let Outputs { values, .. } = self.outputs(game, std::slice::from_ref(state));
        f64::from(values[0]).clamp(-1.0, 1.0)
    }

    fn states(&self, game: &Untyped, states: &[State], estimates: &mut Estimates) {
        if states.is_empty() {
            return;
        }
        let Outputs { values, logits } = self.outputs(game, states);
        estimates.values.extend(values.into_iter().map(|value| f64::from(value).clamp(-1.0, 1.0)));
        if !estimates.needs_priors {
            return;
        }
        let width = logits.len() / states.len();
        let mut moves = Vec::new();
        for (state, logits) in states.iter().zip(logits.chunks(width.max(1))) {
            if game.turn(state) != Turn::Chance {
                moves.clear();
                game.moves(state, &mut moves);
                push_priors(logits, &moves, &mut estimates.priors);
            }
        }
    }

    fn prefers_batches(&self) -> bool {
        true
    }

    fn priors(&self, game: &Untyped, state: &State, moves: &[u64], priors: &mut Vec<f64>) {
        let Outputs { logits, .. } = self.outputs(game, std::slice::from_ref(state));
        push_priors(&logits, moves, priors);
    }

    fn is_chance(&self) -> bool {
        true
    }
}
