//! The studio: a page that plays, analyses and watches a search tree grow, in the browser.
//!
//! [`Studio`] answers the messages of the page, JSON in and JSON out, for the games and searches of any registry. `web/src/messages.ts`
//! describes them. The page runs it as a WebAssembly module, in a worker; [`module!`] makes a crate such a module:
//!
//! ```ignore
//! tiptree_studio::module!(tiptree_games::registry().with(clobber::entry()));
//! ```
//!
//! [`files`] are the page and the module of our games, as `crates/studio/build-module` made them. `tiptree studio` serves them.
//!
//! ```
//! use tiptree_studio::Studio;
//!
//! let mut studio = Studio::new(tiptree_games::registry());
//! studio.answer(r#"{"do":"start","game":"tictactoe","search":"mm","budget":"evals=500"}"#);
//! let report = studio.answer(r#"{"do":"work","evals":1000}"#);
//! assert!(report.contains(r#""stop":"evals""#), "{report}");
//! let refused = studio.answer(r#"{"do":"position","game":"chess"}"#);
//! assert!(refused.starts_with(r#"{"error":"game \"chess\": expected one of"#), "{refused}");
//! ```

mod answers;
#[cfg(not(target_family = "wasm"))]
pub mod files;
#[doc(hidden)]
pub mod module;
mod request;
mod run;
#[cfg(not(target_family = "wasm"))]
pub mod server;

pub use answers::Studio;
