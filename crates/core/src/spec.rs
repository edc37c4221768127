//! Names with parameters: `mm`, `mm(c=0.01)`, `connect4(width=7,height=6)`. A parameter's value may have parameters too, as in
//! `mm(eval=rivest(noise=50))`, but only one level deep.

use crate::parse_error::ParseError;
use std::fmt;
use std::str::FromStr;

/// A parameter that a named thing accepts, as the lists of games and searches show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Parameter {
    /// Its key.
    pub key: &'static str,
    /// Its value when none is given; empty if it has no default.
    pub default: &'static str,
    /// What it does and which values it takes.
    pub meaning: &'static str,
}

impl Parameter {
    /// A parameter with its default and meaning.
    pub const fn new(key: &'static str, default: &'static str, meaning: &'static str) -> Self {
        Parameter { key, default, meaning }
    }
}

/// A name with parameters, in the order in which they were written.
///
/// ```
/// use tiptree::Spec;
/// let spec: Spec = "mm(c=0.01, keep=true)".parse().unwrap();
/// assert_eq!(spec.name, "mm");
/// assert_eq!(spec.get("c"), Some("0.01"));
/// assert_eq!(spec.to_string(), "mm(c=0.01,keep=true)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// Keys and values.
    pub parameters: Vec<(String, String)>,
}

impl Spec {
    /// A name without parameters.
    pub fn named(name: &str) -> Self {
        Spec { name: name.into(), parameters: Vec::new() }
    }

    /// The value given for `key`, if any.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The value for `key` parsed as a `T`, or `default` if the key is not given.
    ///
    /// # Errors
    /// If the value is not a `T`; the error says that `expected` was expected.
    pub fn read<T: FromStr>(&self, key: &str, default: T, expected: &str) -> Result<T, ParseError> {
        self.read_if(key, default, expected, |_| true)
    }

    /// As [`Spec::read`], but the value must also satisfy `holds`.
    ///
    /// # Errors
    /// If the value is not a `T` or does not satisfy `holds`.
    pub fn read_if<T: FromStr>(
        &self,
        key: &str,
        default: T,
        expected: &str,
        holds: impl Fn(&T) -> bool,
    ) -> Result<T, ParseError> {
        let Some(text) = self.get(key) else { return Ok(default) };
        text.parse()
            .ok()
            .filter(holds)
            .ok_or_else(|| ParseError::new(format!("{} of {}", key, self.name), text, expected))
    }

    /// Whether the parameter `key` is true; `default` if it is not given.
    ///
    /// # Errors
    /// If the value is neither true nor false.
    pub fn flag(&self, key: &str, default: bool) -> Result<bool, ParseError> {
        self.read(key, default, "true or false")
    }

    /// The value for `key`, which must be one of `words`; the first word if the key is not given.
    ///
    /// # Errors
    /// If the value is not one of `words`.
    pub fn choose(&self, key: &str, words: &[&'static str]) -> Result<&'static str, ParseError> {
        let Some(text) = self.get(key) else { return Ok(words[0]) };
        let found = words.iter().find(|&&word| word == text).copied();
        found.ok_or_else(|| {
            ParseError::unknown(&format!("{} of {}", key, self.name), text, words.iter().copied())
        })
    }

    /// Refuses keys that are not among `accepted`.
    ///
    /// # Errors
    /// If a key is unknown; the error lists the accepted ones and names the nearest.
    pub fn accept<'a>(&self, accepted: impl Iterator<Item = &'a str> + Clone) -> Result<(), ParseError> {
        match self.parameters.iter().find(|(key, _)| !accepted.clone().any(|known| known == key)) {
            Some((key, _)) => Err(ParseError::unknown(&format!("parameter of {}", self.name), key, accepted)),
            None => Ok(()),
        }
    }
}

impl FromStr for Spec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Spec::parse(text, true)
    }
}

impl Spec {
    /// Parses a name with parameters. With `may_nest` their values may have parameters themselves.
    fn parse(text: &str, may_nest: bool) -> Result<Self, ParseError> {
        let parse_error =
            || ParseError::new("name", text, "a name such as connect4, mm or mm(c=0.01,keep=true)");
        let text = text.trim();
        let (name, inside) = match text.split_once('(') {
            Some((name, rest)) => (name, rest.strip_suffix(')').ok_or_else(parse_error)?),
            None => (text, ""),
        };
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        };
        if !is_name(name) {
            return Err(parse_error());
        }
        let mut parameters: Vec<(String, String)> = Vec::new();
        for part in outer_parts(inside).filter(|part| !part.trim().is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(parse_error)?;
            let (key, mut value) = (key.trim(), value.trim().to_owned());
            // A dot joins a group with its member, as in option.Hash.
            if !key.split('.').all(is_name) || value.is_empty() {
                return Err(parse_error());
            }
            if value.contains(['(', ')']) {
                value = Some(value).filter(|_| may_nest).ok_or_else(parse_error)?;
                value = Spec::parse(&value, false).map_err(|_| parse_error())?.to_string();
            }
            if parameters.iter().any(|(known, _)| known == key) {
                return Err(ParseError::new(format!("parameter of {name}"), key, "each key once"));
            }
            parameters.push((key.into(), value));
        }
        Ok(Spec { name: name.into(), parameters })
    }
}

/// The parts between the commas that are outside parentheses.
fn outer_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i64;
    text.split(move |letter| {
        depth += i64::from(letter == '(') - i64::from(letter == ')');
        letter == ',' && depth <= 0
    })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.parameters.is_empty() {
            let inside: Vec<String> =
                self.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
            write!(f, "({})", inside.join(","))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_specs_are_refused() {
        for text in
            ["", "(", "mm(", "mm)", "mm(c)", "mm(c=)", "mm(c=1", "mm(=1)", "a b", "mm(c=1,c=2)", "mm(c=(1))"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn unknown_keys_list_the_accepted_ones() {
        let spec: Spec = "ab(depht=4)".parse().unwrap();
        let error = spec.accept(["reading", "depth"].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "parameter of ab \"depht\": expected one of reading, depth; did you mean `depth`?"
        );
    }

    #[test]
    fn a_value_may_have_parameters_of_its_own() {
        let spec: Spec = "mm(eval=rivest( noise=50, seed=7 ), c=0.01)".parse().unwrap();
        assert_eq!((spec.get("eval"), spec.get("c")), (Some("rivest(noise=50,seed=7)"), Some("0.01")));
        assert_eq!(spec.to_string().parse(), Ok(spec));
        for text in
            ["mm(a=b(c=d(e=1)))", "mm(a=b(c=1)", "mm(a=b(c=1)))", "mm(a=b)(c=1)", "mm(a=(b=1))", "mm(a=)b()"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn empty_parentheses_are_no_parameters() {
        assert_eq!("mm()".parse::<Spec>().unwrap().to_string(), "mm");
    }
}
