//! Othello against a plain array of squares, against published counts, and against the conformance suite.

mod rules;
