//! The studio with our games and searches.

tiptree_studio::module!(tiptree_games::registry());
