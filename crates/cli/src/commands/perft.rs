//! `tiptree perft`: counts for game authors.

use crate::Done;
use crate::arguments::Perft;
use crate::screen;
use anyhow::Result;
use std::io::Write;
use std::time::Instant;
use tiptree::Registry;
use tiptree_lab::json;

pub(crate) fn run(registry: &Registry, arguments: &Perft) -> Result<Done> {
    let rules = registry.rules(&arguments.place.game.parse()?, None)?;
    let text = arguments.place.position.clone().unwrap_or_default();
    let position = rules.position(&text)?;
    let clock = Instant::now();
    let nodes = position.perft(arguments.depth);
    let perft = json::Perft {
        game: rules.spec().to_string(),
        position: text,
        depth: arguments.depth,
        nodes,
        seconds: clock.elapsed().as_secs_f64(),
    };
    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &perft)?;
    } else {
        let rate = (perft.seconds > 0.0).then(|| perft.nodes as f64 / perft.seconds);
        let time = screen::seconds(perft.seconds);
        writeln!(
            out,
            "{} lines of {} moves in {time}, {} a second",
            perft.nodes,
            perft.depth,
            screen::millions(rate)
        )?;
    }
    Ok(Done::Completely)
}
