//! The studio answers for the game and the search from outside. `module` makes the same a module for the browser.

use tiptree::Registry;
use tiptree_studio::Studio;

fn studio() -> Studio {
    Studio::new(Registry::new().with(outside::clobber::entry()).with_search(outside::shannon::entry()))
}

#[test]
fn the_catalogue_has_the_game_and_the_search() {
    let catalogue = studio().answer(r#"{"do":"catalogue"}"#);
    assert!(catalogue.contains(r#""name":"clobber""#) && catalogue.contains(r#""name":"shannon""#));
    assert!(!catalogue.contains("connect4"));
}

#[test]
fn the_search_works_in_slices() {
    let mut studio = studio();
    for search in ["mm-fast", "shannon"] {
        let start = format!(
            r#"{{"do":"start","game":"clobber(width=4,height=3)","search":"{search}","budget":"evals=300"}}"#
        );
        studio.answer(&start);
        let report = studio.answer(r#"{"do":"work","evals":1000}"#);
        assert!(report.contains(r#""best":""#) && report.contains(r#""stop":""#), "{report}");
    }
    let shown = studio.answer(r#"{"do":"position","game":"clobber(width=4,height=3)"}"#);
    assert!(shown.contains(r#""turn":"max""#) && shown.contains(r#""drawing":""#), "{shown}");
}
