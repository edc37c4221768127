//! Every test of the papers' tables that needs more than one module, in one program.

mod declared;
mod experiments;
mod golden_nau;
mod nau;
