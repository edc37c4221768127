//! Every test of the library that needs no game of ours, in one program: one link instead of twenty.

mod agreement;
mod backups;
mod cancel;
mod chance;
mod conformance;
mod conspiracy;
mod depth_first;
mod dfpn;
mod events;
mod fast;
mod growth;
mod insight;
mod layers;
mod limits;
mod memory;
mod oracle;
mod progress;
mod propagate;
mod pvs;
mod rivest;
mod rules;
mod sampling;
mod star;
mod tree_view;
mod ubfm;
mod verdict;
