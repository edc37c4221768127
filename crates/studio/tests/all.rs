//! The answers of the studio, natively and in the module.

mod messages;
mod module;
mod reports;

use serde_json::Value;
use tiptree_studio::Studio;

/// The studio of the committed module.
fn studio() -> Studio {
    Studio::new(tiptree_games::registry().with(tiptree_games::drawn::entry()))
}

/// The answer to a message.
fn ask(studio: &mut Studio, request: &Value) -> Value {
    serde_json::from_str(&studio.answer(&request.to_string())).unwrap()
}

/// The answer without what depends on clocks and on the size of a pointer.
fn timeless(mut answer: Value) -> Value {
    for key in ["seconds", "cpu_seconds"] {
        answer.as_object_mut().and_then(|answer| answer.remove(key));
    }
    if let Some(counters) = answer.get_mut("counters").and_then(Value::as_object_mut) {
        counters.remove("tree_bytes");
    }
    answer
}
