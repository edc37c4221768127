//! The studio with our games and searches, and with trees drawn by hand, for its lessons.

tiptree_studio::module!(tiptree_games::registry().with(tiptree_games::drawn::entry()));
