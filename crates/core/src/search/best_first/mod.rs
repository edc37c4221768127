//! Best-first searches: one explicit tree, grown at the tip of least penalty.
