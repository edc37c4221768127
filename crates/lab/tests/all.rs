//! Every test of the laboratory that needs more than one module of it, in one program.

mod chunks;
mod experiments;
mod fuzz;
mod outside;
mod play;
