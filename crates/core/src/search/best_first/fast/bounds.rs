//! What is draw_bounds of a draw, where the payoffs are three: who has one, and who can hope for more.
//!
//! A family knows of each slot whether its player *has* a draw there, come what may, and whether they can *hope* for more
//! than one. Where they have a draw, a slot without hope need not be searched: that is what alpha-beta cuts off, and without
//! it a search drowns in lines that are all draws. Wins and losses need no such care: a win closes its family, and a loss is
//! the last resort.
//!
//! The source is the pessimistic and optimistic bound of [`ScoreBounds`](crate::ScoreBounds), in two bits a slot.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// What is draw_bounds of eight slots, a bit each.
#[derive(Debug, Default)]
pub(super) struct SlotBounds {
    /// The player has a draw at least.
    has: AtomicU8,
    /// The player can hope for no more. So it is where there is no child.
    hopeless: AtomicU8,
}

/// What is draw_bounds of a slot or of a family, for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawBounds {
    /// They have a draw at least.
    pub(super) has: bool,
    /// They can hope for more.
    pub(super) hopes: bool,
}

impl DrawBounds {
    /// Nothing is draw_bounds.
    pub(super) const NOTHING: DrawBounds = DrawBounds { has: false, hopes: true };

    /// What a value that costs so much is, where a draw costs that.
    #[inline]
    pub(super) fn of(cost: u16, draw: u16) -> Self {
        DrawBounds { has: cost <= draw, hopes: cost < draw }
    }

    /// The same for the other player.
    #[inline]
    pub(super) fn turned(self) -> Self {
        DrawBounds { has: !self.hopes, hopes: !self.has }
    }

    /// What is draw_bounds by both.
    #[inline]
    pub(super) fn and(self, other: DrawBounds) -> Self {
        DrawBounds { has: self.has || other.has, hopes: self.hopes && other.hopes }
    }

    /// What a family has with these slots more.
    #[inline]
    pub(super) fn with(self, slots: &SlotBounds) -> Self {
        DrawBounds {
            has: self.has || slots.has.load(Relaxed) != 0,
            hopes: self.hopes || slots.hopeless.load(Relaxed) != u8::MAX,
        }
    }
}

impl SlotBounds {
    /// What is draw_bounds of a slot.
    #[inline]
    pub(super) fn slot(&self, slot: usize) -> DrawBounds {
        let is_set = |bits: &AtomicU8| bits.load(Relaxed) >> slot & 1 == 1;
        DrawBounds { has: is_set(&self.has), hopes: !is_set(&self.hopeless) }
    }

    /// Sets all slots.
    #[inline]
    pub(super) fn set(&self, has: u8, hopeless: u8) {
        self.has.store(has, Relaxed);
        self.hopeless.store(hopeless, Relaxed);
    }

    /// Learns more of a slot. Says whether it was news.
    #[inline]
    pub(super) fn learn(&self, slot: usize, draw_bounds: DrawBounds) -> bool {
        let (has, hopeless) = (u8::from(draw_bounds.has) << slot, u8::from(!draw_bounds.hopes) << slot);
        if has & !self.has.load(Relaxed) == 0 && hopeless & !self.hopeless.load(Relaxed) == 0 {
            return false;
        }
        self.has.fetch_or(has, Relaxed);
        self.hopeless.fetch_or(hopeless, Relaxed);
        true
    }

    /// The bits of slots without hope.
    #[inline]
    pub(super) fn hopeless(&self) -> u8 {
        self.hopeless.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_what_a_lane_has_and_hopes_while_a_lane_does() {
        let bounds = SlotBounds::default();
        let family = || DrawBounds { has: false, hopes: false }.with(&bounds);
        bounds.set(0, 0b1111_1000);
        assert_eq!(family(), DrawBounds::NOTHING);
        assert!(bounds.learn(0, DrawBounds::of(5, 5)));
        assert!(!bounds.learn(0, DrawBounds::of(5, 5)));
        assert_eq!(
            (bounds.slot(0), family()),
            (DrawBounds { has: true, hopes: false }, DrawBounds { has: true, hopes: true })
        );
        assert!(bounds.learn(1, DrawBounds::of(7, 5)));
        assert!(bounds.learn(2, DrawBounds::NOTHING.and(DrawBounds::of(9, 5))));
        assert_eq!(family(), DrawBounds { has: true, hopes: false });
        assert_eq!(family().turned(), DrawBounds { has: true, hopes: false });
        assert_eq!(DrawBounds::of(1, 5).turned(), DrawBounds { has: false, hopes: false });
    }
}
