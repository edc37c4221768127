//! Splits a command line into words as a shell would, and does nothing else that a shell does.

use tiptree::ParseError;

/// The program and its arguments. Whitespace separates words. Single quotes take everything literally. Elsewhere a backslash
/// takes the next character literally.
pub(super) fn words(command: &str) -> Result<Vec<String>, ParseError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('\\', None | Some('"')) => match letters.next() {
                Some(next) => {
                    let word = word.get_or_insert_default();
                    // Between double quotes a backslash is literal unless it precedes a quote or a backslash.
                    if quote.is_some() && !['"', '\\'].contains(&next) {
                        word.push('\\');
                    }
                    word.push(next);
                }
                None => {
                    return Err(ParseError::new("command", command, "a letter behind the last backslash"));
                }
            },
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(ParseError::new("command", command, format!("a closing {open}")));
    }
    words.extend(word);
    if words.is_empty() {
        return Err(ParseError::new("command", command, "a program and its arguments"));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        for (command, expected) in [
            ("./rival", vec!["./rival"]),
            ("  a  --b\tc ", vec!["a", "--b", "c"]),
            ("sh -c 'echo \"a\" b\\n'", vec!["sh", "-c", "echo \"a\" b\\n"]),
            ("a \"b 'c' \\\" \\\\ \\n\" d", vec!["a", "b 'c' \" \\ \\n", "d"]),
            (r"C:\\games\\x my\ file", vec![r"C:\games\x", "my file"]),
            ("a '' \"\"", vec!["a", "", ""]),
            ("a'b'\"c\"d", vec!["abcd"]),
            ("engine 'connect4(width=5)'", vec!["engine", "connect4(width=5)"]),
        ] {
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
    }

    #[test]
    fn an_unfinished_command_says_what_was_expected() {
        let error = |command: &str| words(command).unwrap_err().to_string();
        assert_eq!(error("a 'b"), r#"command "a 'b": expected a closing '"#);
        assert!(error("a \"b").contains("expected a closing \""));
        assert!(error("a \\").contains("behind the last backslash"));
        assert!(error("  ").contains("a program and its arguments"));
    }
}
