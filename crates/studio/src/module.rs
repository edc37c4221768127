//! What a WebAssembly module of the studio exports and imports; [`module!`](crate::module!) puts it into a crate.

use crate::Studio;
use std::sync::Mutex;
use tiptree::Registry;

#[cfg(target_family = "wasm")]
pub use tiptree::clock::set_source;

/// The studio of a module with the bytes that it shares with the page. A request is written into them, and the answer takes its place.
pub struct Module {
    bytes: Vec<u8>,
    studio: Option<Studio>,
}

impl Module {
    /// A module that has not been asked yet.
    pub const fn new() -> Mutex<Module> {
        Mutex::new(Module { bytes: Vec::new(), studio: None })
    }

    /// The address of at least so many bytes, for a request.
    pub fn reserve(&mut self, length: usize) -> *const u8 {
        self.bytes.resize(length, 0);
        self.bytes.as_ptr()
    }

    /// Answers the request in the bytes reserved. The answer is in the bytes then; returns how many they are.
    pub fn answer(&mut self, registry: impl FnOnce() -> Registry) -> usize {
        let request = String::from_utf8_lossy(&self.bytes).into_owned();
        let studio = self.studio.get_or_insert_with(|| Studio::new(registry()));
        self.bytes = studio.answer(&request).into_bytes();
        self.bytes.len()
    }

    /// The address of the answer.
    pub fn address(&self) -> *const u8 {
        self.bytes.as_ptr()
    }
}

/// Makes a crate of type `cdylib` a module of the studio, with the games and searches of a registry.
///
/// The module exports `reserve`, `answer` and `address`, and `memory`. The page writes a request of n bytes of UTF-8 to the address
/// that `reserve(n)` returns; `answer()` returns the length of the answer, which lies at `address()`. The module imports `now`, the
/// time in milliseconds, and `panicked`, which is told the address and the length of the message before the module traps; both
/// from `tiptree`. After a trap the instance is of no use.
#[macro_export]
macro_rules! module {
    ($registry:expr) => {
        #[allow(unsafe_code, reason = "the functions of the module have the names that the page knows")]
        mod exports {
            use std::sync::Mutex;
            use $crate::module::Module;

            static MODULE: Mutex<Module> = Module::new();

            #[cfg(target_family = "wasm")]
            #[link(wasm_import_module = "tiptree")]
            unsafe extern "C" {
                safe fn now() -> f64;
                safe fn panicked(address: *const u8, length: usize);
            }

            /// The clock and the messages of panics go to the page. A native build, which only checks that this compiles, has none.
            #[cfg(target_family = "wasm")]
            fn prepare() {
                $crate::module::set_source(|| std::time::Duration::from_secs_f64(now().max(0.0) / 1000.0));
                std::panic::set_hook(Box::new(|panic| {
                    let text = panic.to_string();
                    panicked(text.as_ptr(), text.len());
                }));
            }

            #[unsafe(no_mangle)]
            extern "C" fn reserve(length: usize) -> *const u8 {
                MODULE.lock().expect("one thread").reserve(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn answer() -> usize {
                #[cfg(target_family = "wasm")]
                prepare();
                MODULE.lock().expect("one thread").answer(|| $registry)
            }

            #[unsafe(no_mangle)]
            extern "C" fn address() -> *const u8 {
                MODULE.lock().expect("one thread").address()
            }
        }
    };
}
