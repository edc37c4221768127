//! The page: sections with contents, tables and figures, everything escaped, all in one file.

use super::Report;
use crate::plot::{self, Plot};
use crate::text::{escape, perhaps};
use std::fmt::{Display, Write};

/// How the page looks: on a light screen, on a dark one, and on paper.
const STYLE: &str = include_str!("page.css");

/// Sentences and cells that are HTML already: whatever comes from a file becomes it by [`Html::text`] only.
#[derive(Clone, Debug)]
pub(super) struct Html(String);

impl Html {
    /// A text, escaped.
    pub(super) fn text(text: &str) -> Html {
        Html(escape(text))
    }

    /// A count.
    pub(super) fn number(number: impl Display) -> Html {
        Html::text(&number.to_string())
    }

    /// A number with its error, as far as they are known.
    pub(super) fn with_error(value: Option<f64>, error: Option<f64>, digits: usize) -> Html {
        let text = perhaps(value, digits);
        match error.filter(|_| value.is_some()) {
            Some(error) => Html(format!("{text}<small> ± {error:.digits$}</small>")),
            None => Html(text),
        }
    }

    /// Markup of our own, in which every text is escaped.
    pub(super) fn raw(html: &str) -> Html {
        Html(html.to_owned())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The head of a column, or of two: a number and what stands beside it.
pub(super) struct Head {
    html: Html,
    is_double: bool,
}

impl Head {
    /// The heads of single columns.
    pub(super) fn all<const N: usize>(heads: [&str; N]) -> Vec<Head> {
        heads.map(|head| Head::new(head, false)).into()
    }

    pub(super) fn new(text: &str, is_double: bool) -> Head {
        Head { html: Html::text(text), is_double }
    }
}

/// A table: the first cells of a row name it.
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) heads: Vec<Head>,
    /// How many cells name a row.
    pub(super) names: usize,
    pub(super) rows: Vec<Vec<Html>>,
    /// Whether it is folded until somebody wants to see it.
    pub(super) is_long: bool,
}

impl Table {
    /// An empty table.
    pub(super) fn new(caption: &str) -> Table {
        Table { caption: caption.to_owned(), heads: Vec::new(), names: 1, rows: Vec::new(), is_long: false }
    }

    fn html(&self) -> String {
        let caption = escape(&self.caption);
        let mut html = format!(
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table>\n<caption>{caption}</caption>\n\
             <thead><tr>"
        );
        for (place, head) in self.heads.iter().enumerate() {
            let kind = match head.is_double {
                true => "scope=\"colgroup\" colspan=\"2\"",
                false if place < self.names => "scope=\"col\" class=\"name\"",
                false => "scope=\"col\"",
            };
            let _ = write!(html, "<th {kind}>{}</th>", head.html.as_str());
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        let is_second = |head: &Head| if head.is_double { vec![false, true] } else { vec![false] };
        let seconds: Vec<bool> = self.heads.iter().flat_map(is_second).collect();
        for row in &self.rows {
            html.push_str("<tr>");
            for (place, cell) in row.iter().enumerate() {
                let cell = cell.as_str();
                let _ = match place {
                    _ if place < self.names => write!(html, "<th scope=\"row\">{cell}</th>"),
                    _ if seconds.get(place) == Some(&true) => {
                        write!(html, "<td class=\"beside\">{cell}</td>")
                    }
                    _ => write!(html, "<td>{cell}</td>"),
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        if self.is_long {
            return format!(
                "<details><summary>{caption} ({} rows)</summary>\n{html}</details>\n",
                self.rows.len()
            );
        }
        html
    }
}

/// A page that grows from top to bottom.
pub(super) struct Page {
    title: String,
    notes: Vec<String>,
    /// Sections with their headings, each a place and a title.
    contents: Vec<(Entry, Vec<Entry>)>,
    places: Vec<String>,
    body: String,
    plots: Vec<(String, Plot)>,
}

/// A line of the contents.
struct Entry {
    place: String,
    title: String,
}

impl Page {
    /// An empty page.
    pub(super) fn new(title: &str) -> Page {
        Page {
            title: title.to_owned(),
            notes: Vec::new(),
            contents: Vec::new(),
            places: Vec::new(),
            body: String::new(),
            plots: Vec::new(),
        }
    }

    /// Says something above all sections.
    pub(super) fn note(&mut self, note: &str) {
        self.notes.push(note.to_owned());
    }

    /// Begins a section.
    pub(super) fn section(&mut self, title: &str) {
        if !self.contents.is_empty() {
            self.body.push_str("</section>\n");
        }
        let place = self.place(title);
        let _ = writeln!(self.body, "<section>\n<h2 id=\"{place}\">{}</h2>", escape(title));
        self.contents.push((Entry { place, title: title.to_owned() }, Vec::new()));
    }

    /// Begins a part of a section.
    pub(super) fn heading(&mut self, title: &str) {
        let place = self.place(title);
        self.heading_at(&place, title);
    }

    /// Places for headings that come later, so that they can be linked to.
    pub(super) fn reserve(&mut self, titles: &[String]) -> Vec<String> {
        titles.iter().map(|title| self.place(title)).collect()
    }

    /// Begins a part of a section at a place reserved for it.
    pub(super) fn heading_at(&mut self, place: &str, title: &str) {
        let _ = writeln!(self.body, "<h3 id=\"{place}\">{}</h3>", escape(title));
        if let Some((_, parts)) = self.contents.last_mut() {
            parts.push(Entry { place: place.to_owned(), title: title.to_owned() });
        }
    }

    /// Adds a paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escape(text));
    }

    /// Adds a paragraph of what is good to know.
    pub(super) fn aside(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p class=\"aside\">{}</p>", escape(text));
    }

    /// Adds markup of our own.
    pub(super) fn push(&mut self, html: &Html) {
        self.body.push_str(&html.0);
        self.body.push('\n');
    }

    /// Adds sentences, folded where they are many.
    pub(super) fn list(&mut self, sentences: &[String]) {
        const MANY: usize = 6;
        if sentences.is_empty() {
            return;
        }
        let mut list = String::from("<ul class=\"remarks\">\n");
        for sentence in sentences {
            let _ = writeln!(list, "<li>{}</li>", escape(sentence));
        }
        list.push_str("</ul>\n");
        let _ = match sentences.len() {
            count if count > MANY => {
                write!(self.body, "<details><summary>Remarks ({count})</summary>\n{list}</details>\n")
            }
            _ => write!(self.body, "{list}"),
        };
    }

    /// Adds a table.
    pub(super) fn table(&mut self, table: &Table) {
        self.body.push_str(&table.html());
    }

    /// Adds a figure and keeps its plot under this name.
    pub(super) fn figure(&mut self, name: &str, plot: Plot) {
        let place = self.place(&format!("plot-{name}"));
        let _ = writeln!(self.body, "<figure id=\"{place}\">\n{}</figure>", plot.element());
        let name = place.trim_start_matches("plot-").to_owned();
        self.plots.push((name, plot));
    }

    /// A place that no other thing on the page has.
    fn place(&mut self, title: &str) -> String {
        let slug = slug(title);
        let mut place = slug.clone();
        let mut number = 2;
        while self.places.contains(&place) {
            place = format!("{slug}-{number}");
            number += 1;
        }
        self.places.push(place.clone());
        place
    }

    /// The page as a file.
    pub(super) fn finish(self) -> Report {
        let title = escape(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{}\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            plot::STYLE
        );
        if !self.notes.is_empty() {
            html.push_str("<ul class=\"notes\">\n");
            for note in &self.notes {
                let _ = writeln!(html, "<li>{}</li>", escape(note));
            }
            html.push_str("</ul>\n");
        }
        html.push_str("<nav aria-label=\"Contents\">\n<ol>\n");
        for (section, parts) in &self.contents {
            let _ = write!(html, "<li>{}", section.link());
            if !parts.is_empty() {
                let links: Vec<String> = parts.iter().map(Entry::link).collect();
                let _ = write!(html, "<p>{}</p>", links.join(" · "));
            }
            html.push_str("</li>\n");
        }
        html.push_str("</ol>\n</nav>\n");
        html.push_str(&self.body);
        html.push_str(if self.contents.is_empty() { "" } else { "</section>\n" });
        html.push_str("</main>\n</body>\n</html>\n");
        Report { html, plots: self.plots }
    }
}

impl Entry {
    fn link(&self) -> String {
        format!("<a href=\"#{}\">{}</a>", self.place, escape(&self.title))
    }
}

/// A text as part of an address or of a file's name: letters, digits and hyphens.
pub(super) fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}
