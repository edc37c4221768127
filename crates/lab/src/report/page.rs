//! A page: sections, tables and figures, everything escaped. Every table and figure has a box of its own, which scrolls
//! if it is wider than the screen.

use crate::plot::{self, Plot};
use crate::text::{escape, perhaps};
use std::fmt::{Display, Write};

/// The style sheet: a light theme, a dark theme and a print style.
const STYLE: &str = include_str!("page.css");

/// Text that is HTML already. Text from a file becomes HTML only through [`Html::text`], which escapes it.
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

    /// A number with its error, if they are known.
    pub(super) fn with_error(value: Option<f64>, error: Option<f64>, digits: usize) -> Html {
        let text = perhaps(value, digits);
        match error.filter(|_| value.is_some()) {
            Some(error) => Html(format!("{text}<small> ± {error:.digits$}</small>")),
            None => Html(text),
        }
    }

    /// A remark in small letters.
    pub(super) fn remark(text: &str) -> Html {
        Html(format!("<small class=\"remark\">{}</small>", escape(text)))
    }

    /// Our own markup, in which every text is escaped.
    pub(super) fn raw(html: &str) -> Html {
        Html(html.to_owned())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The head of one column, or of two: a number and the remark beside it.
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
    /// The number of cells that name a row.
    pub(super) names: usize,
    pub(super) rows: Vec<Vec<Html>>,
    /// Whether it is folded at first.
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

/// Where the plots of a page are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figures {
    /// In the page itself, which needs no other file.
    Inline,
    /// In files beside the page.
    Linked,
}

/// A page that grows from top to bottom.
pub(super) struct Page {
    title: String,
    figures: Figures,
    /// The prefix of plot names, which keeps the plots of different experiments apart.
    prefix: String,
    is_open: bool,
    places: Vec<String>,
    body: String,
    plots: Vec<(String, Plot)>,
}

impl Page {
    /// An empty page.
    pub(super) fn new(title: &str, figures: Figures) -> Page {
        Page {
            title: title.to_owned(),
            figures,
            prefix: String::new(),
            is_open: false,
            places: Vec::new(),
            body: String::new(),
            plots: Vec::new(),
        }
    }

    /// Sets the prefix of the names of all plots that follow.
    pub(super) fn name_plots_after(&mut self, prefix: &str) {
        prefix.clone_into(&mut self.prefix);
    }

    /// Begins a section at a reserved anchor.
    pub(super) fn section_at(&mut self, place: &str, title: &str) {
        if self.is_open {
            self.body.push_str("</section>\n");
        }
        self.is_open = true;
        let _ = writeln!(self.body, "<section>\n<h2 id=\"{place}\">{}</h2>", escape(title));
    }

    /// Begins a section.
    pub(super) fn section(&mut self, title: &str) {
        let place = self.place(title);
        self.section_at(&place, title);
    }

    /// Begins a subsection.
    pub(super) fn heading(&mut self, title: &str) {
        let place = self.place(title);
        let _ = writeln!(self.body, "<h3 id=\"{place}\">{}</h3>", escape(title));
    }

    /// Begins a part of a subsection.
    pub(super) fn subheading(&mut self, title: &str) {
        let place = self.place(title);
        self.subheading_at(&place, title);
    }

    /// Begins a part of a subsection at a reserved anchor.
    pub(super) fn subheading_at(&mut self, place: &str, title: &str) {
        let _ = writeln!(self.body, "<h4 id=\"{place}\">{}</h4>", escape(title));
    }

    /// Reserves anchors for what comes later, so that it can be linked to.
    pub(super) fn reserve<'a>(&mut self, titles: impl Iterator<Item = &'a str>) -> Vec<String> {
        titles.map(|title| self.place(title)).collect()
    }

    /// Adds a paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escape(text));
    }

    /// Adds a paragraph of background information.
    pub(super) fn aside(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p class=\"aside\">{}</p>", escape(text));
    }

    /// Adds our own markup.
    pub(super) fn push(&mut self, html: &Html) {
        self.body.push_str(&html.0);
        self.body.push('\n');
    }

    /// Adds a list of sentences with this class.
    pub(super) fn sentences(&mut self, class: &str, sentences: &[String]) {
        if !sentences.is_empty() {
            self.body.push_str(&list(class, sentences));
        }
    }

    /// Adds remarks, folded if there are many.
    pub(super) fn remarks(&mut self, sentences: &[String]) {
        const MANY: usize = 6;
        match sentences.len() {
            count if count > MANY => {
                let list = list("remarks", sentences);
                let _ =
                    write!(self.body, "<details><summary>Remarks ({count})</summary>\n{list}</details>\n");
            }
            _ => self.sentences("remarks", sentences),
        }
    }

    /// Adds a table.
    pub(super) fn table(&mut self, table: &Table) {
        self.body.push_str(&table.html());
    }

    /// Adds a figure and keeps its plot under this name.
    pub(super) fn figure(&mut self, name: &str, plot: Plot) {
        let name = if self.prefix.is_empty() { name.to_owned() } else { format!("{}-{name}", self.prefix) };
        let place = self.place(&format!("plot-{name}"));
        let name = place.trim_start_matches("plot-").to_owned();
        let drawn = match self.figures {
            Figures::Inline => plot.element(),
            Figures::Linked => format!("{}\n", plot.image(&format!("{name}.svg"))),
        };
        let label = escape(&plot.title);
        let _ = writeln!(
            self.body,
            "<figure id=\"{place}\" class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">\n{drawn}</figure>"
        );
        self.plots.push((name, plot));
    }

    /// An anchor that is unique on the page.
    fn place(&mut self, title: &str) -> String {
        let slug = Some(slug(title)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "part".into());
        let mut place = slug.clone();
        let mut number = 2;
        while self.places.contains(&place) {
            place = format!("{slug}-{number}");
            number += 1;
        }
        self.places.push(place.clone());
        place
    }

    /// The HTML of the page, and its plots.
    pub(super) fn finish(self) -> (String, Vec<(String, Plot)>) {
        let title = escape(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{}\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            plot::STYLE
        );
        html.push_str(&self.body);
        html.push_str(if self.is_open { "</section>\n" } else { "" });
        html.push_str("</main>\n</body>\n</html>\n");
        (html, self.plots)
    }
}

fn list(class: &str, sentences: &[String]) -> String {
    let mut list = format!("<ul class=\"{class}\">\n");
    for sentence in sentences {
        let _ = writeln!(list, "<li>{}</li>", escape(sentence));
    }
    list + "</ul>\n"
}

/// A text as part of a URL or a file name: letters, digits and hyphens.
pub(super) fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}
