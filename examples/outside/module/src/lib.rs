//! The studio with a game and a search from outside, and no others of ours but the searches of the catalogue.

tiptree_studio::module!(
    tiptree::Registry::new().with(outside::clobber::entry()).with_search(outside::shannon::entry())
);
