//! Events folded into trees.

use super::{End, Event, Static};
use crate::game::Turn;
use crate::search::depth_first::window::Window;

/// One visit of a node with the visits below it. A node that is probed and then searched is visited twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// The move to the node; `None` at the root.
    pub mv: Option<String>,
    /// Whose turn it is there.
    pub turn: Turn,
    /// The decisions left to the horizon.
    pub depth: u32,
    /// The window that the node was searched with.
    pub window: Window,
    /// The static values by which its moves were sorted; empty if they were not.
    pub sorted: Vec<Static>,
    /// The value that came out; `None` if the events end before.
    pub value: Option<f64>,
    /// How the visit ended; `None` if the events end before.
    pub end: Option<End>,
    /// The visits below, in their order.
    pub children: Vec<Visit>,
    /// The moves that were not searched, or only probed.
    pub unsearched: Vec<String>,
}

impl Visit {
    /// The trees of a list of events: one for each iteration.
    pub fn trees(events: &[Event]) -> Vec<Visit> {
        let mut trees = Vec::new();
        // The visits from the root to the one under way.
        let mut path: Vec<Visit> = Vec::new();
        for event in events {
            match event {
                Event::Entered { mv, turn, depth, window } => {
                    if mv.is_none() {
                        close(&mut path, &mut trees, 0);
                    }
                    path.push(Visit {
                        mv: mv.clone(),
                        turn: *turn,
                        depth: *depth,
                        window: *window,
                        sorted: Vec::new(),
                        value: None,
                        end: None,
                        children: Vec::new(),
                        unsearched: Vec::new(),
                    });
                }
                Event::Sorted { moves } => {
                    if let Some(visit) = path.last_mut() {
                        visit.sorted.clone_from(moves);
                    }
                }
                Event::Left { value, end, unsearched } => {
                    if let Some(visit) = path.last_mut() {
                        (visit.value, visit.end) = (Some(*value), Some(*end));
                        visit.unsearched.clone_from(unsearched);
                    }
                    let above = path.len().saturating_sub(1);
                    close(&mut path, &mut trees, above);
                }
            }
        }
        close(&mut path, &mut trees, 0);
        trees
    }
}

/// Puts every visit of the path from the place `from` on below the one before it; a root joins the trees.
fn close(path: &mut Vec<Visit>, trees: &mut Vec<Visit>, from: usize) {
    while path.len() > from {
        let Some(visit) = path.pop() else { return };
        path.last_mut().map_or(&mut *trees, |parent| &mut parent.children).push(visit);
    }
}
