//! A page made from files of results: who is stronger, what it cost, and how our tables compare with the papers'.
//!
//! [`read`] sorts the lines of any files into what they are; [`Report::new`] lays them out, one file a section. The page needs
//! nothing but itself: no network, no script. The same files give the same page to the last byte.

mod budgets;
mod course;
mod page;
mod papers;
mod quality;
mod ratings;
mod read;
mod sources;
mod studies;
mod work;

pub use read::{Found, Results, Source, files, read};

use crate::plot::Plot;
use page::Page;

/// A page and the plots on it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The page.
    pub html: String,
    /// The plots with names that depend on nothing but what they show, fit for files.
    pub plots: Vec<(String, Plot)>,
}

impl Report {
    /// Lays out results under a title.
    pub fn new(results: &Results, title: &str) -> Report {
        let mut page = Page::new(title);
        ratings::write(&mut page, results);
        budgets::write(&mut page, results);
        course::write(&mut page, results);
        work::write(&mut page, results);
        quality::write(&mut page, results);
        studies::write(&mut page, results);
        papers::write(&mut page, results);
        sources::write(&mut page, results);
        page.finish()
    }
}

#[cfg(test)]
mod tests;
