//! Draw bounds, where there are three payoffs: whether a player cannot lose, and whether they can still win.
//!
//! A node stores of each slot whether its player *cannot lose* there, a draw at least being proven, and whether they *can win*.
//! Where the player cannot lose, a slot that cannot win need not be searched. Alpha-beta cuts off the same lines; without this
//! a search drowns in lines that are all draws. Wins and losses need no such care: a win closes its node, and a loss is the last
//! resort.
//!
//! These are the pessimistic and the optimistic bound of [`ScoreBounds`](crate::ScoreBounds), in two bits a slot.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The draw bounds of eight slots, a bit each.
#[derive(Debug, Default)]
pub(super) struct SlotBounds {
    /// A draw at least is proven for the player.
    cannot_lose: AtomicU8,
    /// A draw at most is proven for the player. The bit is also set where there is no child.
    cannot_win: AtomicU8,
}

/// The draw bounds of a slot or of a node, for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawBounds {
    /// A draw at least is proven.
    pub(super) cannot_lose: bool,
    /// No bound excludes a win.
    pub(super) can_win: bool,
}

impl DrawBounds {
    /// Nothing is proven.
    pub(super) const NOTHING: DrawBounds = DrawBounds { cannot_lose: false, can_win: true };

    /// The bounds of a proven value that costs `cost`, where a draw costs `draw`.
    #[inline]
    pub(super) fn of(cost: u16, draw: u16) -> Self {
        DrawBounds { cannot_lose: cost <= draw, can_win: cost < draw }
    }

    /// The same bounds for the other player.
    #[inline]
    pub(super) fn turned(self) -> Self {
        DrawBounds { cannot_lose: !self.can_win, can_win: !self.cannot_lose }
    }

    /// The bounds that follow from both.
    #[inline]
    pub(super) fn and(self, other: DrawBounds) -> Self {
        DrawBounds {
            cannot_lose: self.cannot_lose || other.cannot_lose,
            can_win: self.can_win && other.can_win,
        }
    }

    /// The bounds of a node with these slots added.
    #[inline]
    pub(super) fn with(self, slots: &SlotBounds) -> Self {
        DrawBounds {
            cannot_lose: self.cannot_lose || slots.cannot_lose.load(Relaxed) != 0,
            can_win: self.can_win || slots.cannot_win.load(Relaxed) != u8::MAX,
        }
    }
}

impl SlotBounds {
    /// The draw bounds of a slot.
    #[inline]
    pub(super) fn slot(&self, slot: usize) -> DrawBounds {
        let is_set = |bits: &AtomicU8| bits.load(Relaxed) >> slot & 1 == 1;
        DrawBounds { cannot_lose: is_set(&self.cannot_lose), can_win: !is_set(&self.cannot_win) }
    }

    /// Sets all slots.
    #[inline]
    pub(super) fn set(&self, cannot_lose: u8, cannot_win: u8) {
        self.cannot_lose.store(cannot_lose, Relaxed);
        self.cannot_win.store(cannot_win, Relaxed);
    }

    /// Narrows the bounds of a slot. Returns whether they have changed.
    #[inline]
    pub(super) fn narrow(&self, slot: usize, to: DrawBounds) -> bool {
        let (cannot_lose, cannot_win) = (u8::from(to.cannot_lose) << slot, u8::from(!to.can_win) << slot);
        if cannot_lose & !self.cannot_lose.load(Relaxed) == 0
            && cannot_win & !self.cannot_win.load(Relaxed) == 0
        {
            return false;
        }
        self.cannot_lose.fetch_or(cannot_lose, Relaxed);
        self.cannot_win.fetch_or(cannot_win, Relaxed);
        true
    }

    /// The bits of the slots that cannot win.
    #[inline]
    pub(super) fn cannot_win(&self) -> u8 {
        self.cannot_win.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_cannot_lose_if_one_slot_cannot_and_can_win_while_one_slot_can() {
        let bounds = SlotBounds::default();
        let node = || DrawBounds { cannot_lose: false, can_win: false }.with(&bounds);
        bounds.set(0, 0b1111_1000);
        assert_eq!(node(), DrawBounds::NOTHING);
        assert!(bounds.narrow(0, DrawBounds::of(5, 5)));
        assert!(!bounds.narrow(0, DrawBounds::of(5, 5)));
        assert_eq!(
            (bounds.slot(0), node()),
            (
                DrawBounds { cannot_lose: true, can_win: false },
                DrawBounds { cannot_lose: true, can_win: true }
            )
        );
        assert!(bounds.narrow(1, DrawBounds::of(7, 5)));
        assert!(bounds.narrow(2, DrawBounds::NOTHING.and(DrawBounds::of(9, 5))));
        assert_eq!(node(), DrawBounds { cannot_lose: true, can_win: false });
        assert_eq!(node().turned(), DrawBounds { cannot_lose: true, can_win: false });
        assert_eq!(DrawBounds::of(1, 5).turned(), DrawBounds { cannot_lose: false, can_win: false });
    }
}
