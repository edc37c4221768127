//! Logistic regression by Newton's method, for targets from 0 to 1.

/// Added to the diagonal, so that inputs that never occur have the weight 0.
const RIDGE: f64 = 1.0;
/// Newton's method doubles the digits with every step: these are enough where the fit goes on from earlier weights.
const STEPS: usize = 3;
/// The most that a weight changes in a step, because the first steps may overshoot.
const LONGEST: f64 = 2.0;

/// One observation: the inputs that are not 0, each with its number, and a target from 0 to 1.
pub(crate) struct Observation {
    pub(crate) inputs: Vec<(usize, f64)>,
    pub(crate) target: f64,
}

/// The weights that make the targets most likely, found from earlier ones.
pub(crate) fn fit<const N: usize>(
    mut weights: [f64; N],
    observations: &(impl Iterator<Item = Observation> + Clone),
) -> [f64; N] {
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; N]; N];
        for (place, row) in curvature.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for Observation { inputs, target } in observations.clone() {
            let sum: f64 = inputs.iter().map(|&(place, input)| weights[place] * input).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let slope = chance * (1.0 - chance);
            for (number, &(place, input)) in inputs.iter().enumerate() {
                gradient[place] += (target - chance) * input;
                for &(other, by) in &inputs[..=number] {
                    curvature[place][other] += slope * input * by;
                }
            }
        }
        for (weight, change) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight += change.clamp(-LONGEST, LONGEST);
        }
    }
    weights
}

/// Solves a symmetric positive system, of which the lower half is given, by Cholesky's decomposition.
fn solve(lower: Vec<Vec<f64>>, right: Vec<f64>) -> Vec<f64> {
    let (mut root, mut solution) = (lower, right);
    let count = solution.len();
    for row in 0..count {
        for column in 0..=row {
            let dot: f64 = root[row][..column].iter().zip(&root[column][..column]).map(|(a, b)| a * b).sum();
            let rest = root[row][column] - dot;
            root[row][column] =
                if row == column { rest.max(1e-9).sqrt() } else { rest / root[column][column] };
        }
    }
    for row in 0..count {
        let dot: f64 = root[row][..row].iter().zip(&solution).map(|(a, b)| a * b).sum();
        solution[row] = (solution[row] - dot) / root[row][row];
    }
    for row in (0..count).rev() {
        let dot: f64 = (row + 1..count).map(|below| root[below][row] * solution[below]).sum();
        solution[row] = (solution[row] - dot) / root[row][row];
    }
    solution
}
