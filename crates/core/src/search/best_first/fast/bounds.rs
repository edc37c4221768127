//! What is certain of a draw, where the payoffs are three: who has one, and who can hope for more.
//!
//! A family knows of each lane whether its chooser *has* a draw there, come what may, and whether they can *hope* for more
//! than one. Where they have a draw, a lane without hope need not be searched: that is what alpha-beta cuts off, and without
//! it a search drowns in lines that are all draws. Wins and losses need no such care: a win closes its family, and a loss is
//! the last resort.
//!
//! The source is the pessimistic and optimistic bound of [`Assured`](crate::Assured), in two bits a lane.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// What is certain of eight lanes, a bit each.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// The chooser has a draw at least.
    has: AtomicU8,
    /// The chooser can hope for no more. So it is where there is no child.
    hopeless: AtomicU8,
}

/// What is certain of a lane or of a family, for its chooser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Certain {
    /// They have a draw at least.
    pub(super) has: bool,
    /// They can hope for more.
    pub(super) hopes: bool,
}

impl Certain {
    /// Nothing is certain.
    pub(super) const NOTHING: Certain = Certain { has: false, hopes: true };

    /// What a value that costs so much is, where a draw costs that.
    #[inline]
    pub(super) fn of(cost: u16, draw: u16) -> Self {
        Certain { has: cost <= draw, hopes: cost < draw }
    }

    /// The same for the other player.
    #[inline]
    pub(super) fn turned(self) -> Self {
        Certain { has: !self.hopes, hopes: !self.has }
    }

    /// What is certain by both.
    #[inline]
    pub(super) fn and(self, other: Certain) -> Self {
        Certain { has: self.has || other.has, hopes: self.hopes && other.hopes }
    }

    /// What a family has with these lanes more.
    #[inline]
    pub(super) fn with(self, lanes: &Bounds) -> Self {
        Certain {
            has: self.has || lanes.has.load(Relaxed) != 0,
            hopes: self.hopes || lanes.hopeless.load(Relaxed) != u8::MAX,
        }
    }
}

impl Bounds {
    /// What is certain of a lane.
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Certain {
        let is_set = |bits: &AtomicU8| bits.load(Relaxed) >> lane & 1 == 1;
        Certain { has: is_set(&self.has), hopes: !is_set(&self.hopeless) }
    }

    /// Sets all lanes.
    #[inline]
    pub(super) fn set(&self, has: u8, hopeless: u8) {
        self.has.store(has, Relaxed);
        self.hopeless.store(hopeless, Relaxed);
    }

    /// Learns more of a lane. Says whether it was news.
    #[inline]
    pub(super) fn learn(&self, lane: usize, certain: Certain) -> bool {
        let (has, hopeless) = (u8::from(certain.has) << lane, u8::from(!certain.hopes) << lane);
        if has & !self.has.load(Relaxed) == 0 && hopeless & !self.hopeless.load(Relaxed) == 0 {
            return false;
        }
        self.has.fetch_or(has, Relaxed);
        self.hopeless.fetch_or(hopeless, Relaxed);
        true
    }

    /// The bits of lanes without hope.
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
        let bounds = Bounds::default();
        let family = || Certain { has: false, hopes: false }.with(&bounds);
        bounds.set(0, 0b1111_1000);
        assert_eq!(family(), Certain::NOTHING);
        assert!(bounds.learn(0, Certain::of(5, 5)));
        assert!(!bounds.learn(0, Certain::of(5, 5)));
        assert_eq!(
            (bounds.lane(0), family()),
            (Certain { has: true, hopes: false }, Certain { has: true, hopes: true })
        );
        assert!(bounds.learn(1, Certain::of(7, 5)));
        assert!(bounds.learn(2, Certain::NOTHING.and(Certain::of(9, 5))));
        assert_eq!(family(), Certain { has: true, hopes: false });
        assert_eq!(family().turned(), Certain { has: true, hopes: false });
        assert_eq!(Certain::of(1, 5).turned(), Certain { has: false, hopes: false });
    }
}
