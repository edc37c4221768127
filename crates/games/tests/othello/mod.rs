//! Othello against a plain array of squares, published counts and scores, plain minimax, and the conformance suite.

mod evaluators;
mod insight;
mod plain;
mod playout;
mod rules;
mod solver;
