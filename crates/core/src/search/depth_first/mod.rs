//! Depth-first searches: to a bound, back up, deepen.
