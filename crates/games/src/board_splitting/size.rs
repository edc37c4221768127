//! The size limits of boards, and the errors for boards beyond them.

use tiptree::ParseError;

/// The maximum number of squares: 8 MiB of bits, and as much for their prefix counts.
const MOST_SQUARES: u64 = 1 << 26;
/// The maximum number of squares for a table of probabilities, which takes seconds to compute.
const MOST_SQUARES_OF_A_TABLE: u64 = 1 << 20;
/// The maximum number of moves of a game.
pub(super) const MOST_MOVES: usize = MOST_SQUARES.ilog2() as usize;

/// Refuses a board without a move, with fewer than two parts, or with too many squares.
pub(super) fn check(game: &str, height: u32, branching: u32) -> Result<(), ParseError> {
    if branching < 2 {
        return Err(ParseError::new(
            format!("branching of {game}"),
            branching.to_string(),
            "at least 2 parts",
        ));
    }
    if height == 0 {
        return Err(ParseError::new(format!("height of {game}"), "0", "at least 1 move"));
    }
    let would = || format!("the board would have {}", squares(height, branching));
    refuse_above(MOST_SQUARES, game, height, branching, "", would)
}

/// Refuses a board whose table of probabilities would take too long to compute.
pub(super) fn check_table(game: &str, height: u32, branching: u32) -> Result<(), ParseError> {
    let would = || "its table would take too long".into();
    refuse_above(MOST_SQUARES_OF_A_TABLE, game, height, branching, " for e2", would)
}

fn refuse_above(
    most: u64,
    game: &str,
    height: u32,
    branching: u32,
    purpose: &str,
    would: impl FnOnce() -> String,
) -> Result<(), ParseError> {
    let highest = most.ilog(u64::from(branching));
    if height <= highest {
        return Ok(());
    }
    let (key, read, range) = match highest {
        0 => ("branching", branching, format!("2 to {most}{purpose}")),
        1 => ("height", height, format!("1{purpose} with branching {branching}")),
        _ => ("height", height, format!("1 to {highest}{purpose} with branching {branching}")),
    };
    let expected = format!("{range}; {}", would());
    Err(ParseError::new(format!("{key} of {game}"), read.to_string(), expected))
}

/// The number of squares of a board and the memory they take, as text.
fn squares(height: u32, branching: u32) -> String {
    match u128::from(branching).checked_pow(height) {
        Some(squares) => format!("{squares} squares, {} as bits", memory(squares.div_ceil(8))),
        None => format!("{branching}^{height} squares, more than any memory holds"),
    }
}

fn memory(bytes: u128) -> String {
    const UNITS: [&str; 9] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
    let unit = (bytes.ilog2() / 10).min(UNITS.len() as u32 - 1);
    let amount = bytes as f64 / (1u128 << (10 * unit)) as f64;
    let digits = usize::from(amount.fract() > 0.0);
    format!("{amount:.digits$} {}", UNITS[unit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(height: u32, branching: u32) -> String {
        check("pgame", height, branching).unwrap_err().to_string()
    }

    #[test]
    fn boards_of_up_to_64_million_squares_are_allowed() {
        for (height, branching) in [(1, 2), (26, 2), (16, 3), (13, 4), (1, 1 << 26), (2, 8192)] {
            check("pgame", height, branching).unwrap();
        }
        for (height, branching) in [(27, 2), (17, 3), (14, 4), (1, (1 << 26) + 1), (2, 8193)] {
            refusal(height, branching);
        }
    }

    #[test]
    fn larger_ones_are_told_how_large_they_would_be() {
        for (height, branching, expected) in [
            (40, 2, "1 to 26 with branching 2; the board would have 1099511627776 squares, 128 GiB as bits"),
            (27, 2, "1 to 26 with branching 2; the board would have 134217728 squares, 16 MiB as bits"),
            (17, 3, "1 to 16 with branching 3; the board would have 129140163 squares, 15.4 MiB as bits"),
            (
                2,
                1_000_000,
                "1 with branching 1000000; the board would have 1000000000000 squares, 116.4 GiB as bits",
            ),
            (
                4_000_000_000,
                2,
                "1 to 26 with branching 2; the board would have 2^4000000000 squares, more than any memory holds",
            ),
        ] {
            assert_eq!(
                refusal(height, branching),
                format!("height of pgame \"{height}\": expected {expected}")
            );
        }
        assert_eq!(
            refusal(1, u32::MAX),
            "branching of pgame \"4294967295\": expected 2 to 67108864; \
             the board would have 4294967295 squares, 512 MiB as bits"
        );
    }

    #[test]
    fn tables_end_at_a_million_squares() {
        check_table("pgame", 20, 2).unwrap();
        let refusal = |height, branching| check_table("pgame", height, branching).unwrap_err().to_string();
        assert_eq!(
            refusal(21, 2),
            "height of pgame \"21\": expected 1 to 20 for e2 with branching 2; its table would take too long"
        );
        assert_eq!(
            refusal(1, 2_000_000),
            "branching of pgame \"2000000\": expected 2 to 1048576 for e2; its table would take too long"
        );
    }

    #[test]
    fn no_size_is_too_large_to_be_refused() {
        for height in [1, 2, 31, 32, 63, 64, 127, 128, 129, u32::MAX] {
            for branching in [2, 3, 1 << 16, u32::MAX] {
                let _ = check("pgame", height, branching);
                let _ = check_table("pgame", height, branching);
            }
        }
        refusal(u32::MAX, u32::MAX);
    }
}
