//! `tiptree tree`: the part of a search's tree that matters most.

use super::best::{self, Searched};
use crate::arguments::Tree;
use crate::{Done, screen};
use anyhow::Result;
use std::io::Write;
use tiptree::search::tree_view::{Detail, TreeNode};
use tiptree::{Registry, ScoreBounds, Turn};
use tiptree_lab::json;

pub(crate) fn run(registry: &Registry, arguments: &Tree) -> Result<Done> {
    let at: Vec<String> = arguments.at.split_whitespace().map(str::to_owned).collect();
    let Searched { asked, engine, best, done } =
        best::search(registry, &arguments.best, &at, |asked| Ok(asked.keeps_tree()?))?;
    let tree = asked.tree(engine.as_ref(), &best, &at, (arguments.nodes, Detail::Whole))?;
    let out = &mut screen::out();
    if arguments.best.output.json {
        screen::print_json(out, &json::Tree::new(best, at, tree, engine.next_tip()))?;
    } else {
        print(out, &best, &at, &tree)?;
    }
    Ok(done)
}

fn print(out: &mut impl Write, best: &json::Best, at: &[String], tree: &TreeNode<String>) -> Result<()> {
    write!(out, "{}", best.search)?;
    if !at.is_empty() {
        write!(out, " at {}", at.join(" "))?;
    }
    let turn = match tree.turn {
        Turn::Max => "Max to move",
        Turn::Min => "Min to move",
        Turn::Chance => "a roll",
        Turn::Over(_) => "the game is over",
    };
    write!(out, ": {turn}")?;
    if let Some(value) = tree.known.value {
        let [value, low, high] = [value, best.range[0], best.range[1]].map(|value| screen::number(value, 3));
        write!(out, ", value {value} on {low} to {high}")?;
    }
    if let Some(proven) = tree.known.proven {
        write!(out, ", proven {proven}")?;
    }
    writeln!(out)?;
    if tree.children.is_empty() {
        writeln!(out, "nothing is shown below it")?;
        return Ok(());
    }
    writeln!(out)?;
    let mut lines = Vec::new();
    list(tree, 0, &mut lines);
    // A search has one of the two terms, or none.
    let has = |term: fn(&TreeNode<String>) -> Option<f64>| lines.iter().any(|(_, node)| term(node).is_some());
    let term = match (has(|node| node.penalty), has(|node| node.exploration)) {
        (true, _) => Some("penalty"),
        (_, true) => Some("exploration"),
        _ => None,
    };
    let heads = ["  moves", "value", "", "visits"].into_iter().chain(term).chain(["share", "of the root"]);
    let mut table = screen::table(&heads.collect::<Vec<_>>());
    for (level, node) in &lines {
        let mark = if node.is_next { "→" } else { " " };
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let own = node.penalty.or(node.exploration);
        let mut row = vec![
            format!("{mark} {}{}", "  ".repeat(*level), node.moves.join(" ")),
            node.known.value.map_or_else(String::new, |value| screen::number(value, 3)),
            known(node),
            node.known.visits.map_or_else(String::new, |visits| visits.to_string()),
        ];
        row.extend(term.map(|_| own.map_or_else(String::new, |own| format!("{own:.3}"))));
        row.extend([percent(node.share), percent(node.mass)]);
        table.add_row(row);
    }
    screen::align_right(&mut table, 1);
    screen::print_table(out, &table)?;
    if lines.iter().any(|(_, node)| node.is_next) {
        writeln!(out)?;
        writeln!(out, "→ leads to the tip that the search would visit next")?;
    }
    Ok(())
}

/// Lists the positions below a node, each with its level.
fn list<'a>(tree: &'a TreeNode<String>, level: usize, into: &mut Vec<(usize, &'a TreeNode<String>)>) {
    for child in &tree.children {
        into.push((level, child));
        list(child, level + 1, into);
    }
}

/// What is proven of a position, if that is more than the payoffs tell.
fn known(node: &TreeNode<String>) -> String {
    let (ScoreBounds { lower, upper }, ends) = (node.known.bounds, node.known.ends);
    let [least, most] = [lower, upper].map(|bound| screen::number(bound, 3));
    match node.known.proven {
        Some(proven) => proven.to_string(),
        None if lower > ends.lower && upper < ends.upper => format!("{least} to {most}"),
        None if lower > ends.lower => format!("at least {least}"),
        None if upper < ends.upper => format!("at most {most}"),
        None => String::new(),
    }
}
