//! Every test of the laboratory that needs more than one module of it, in one program.

mod declared;
mod experiments;
mod fuzz;
mod golden_nau;
mod nau;
mod outside;
