// The middle column: the tree of the analysis as it grows, and a slider through its history.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { prefersStillness, useSession } from "../hooks";
import type { Events, Tree } from "../messages";
import { readSpec, writeSpec } from "../spec";
import { showValue } from "../values";
import { fromEvents } from "./from-events";
import { fromTree } from "./from-tree";
import type { Direction } from "./layout";
import { closedAt, idOf, type Node, pruned } from "./node";
import { Picture } from "./picture";
import { Slider } from "./slider";
import { why } from "./why";

/** Positions that are shown before any are opened: as many as there is room for. */
const most = (direction: Direction) => (direction === "down" ? 8 : innerWidth < 720 ? 12 : 32);
const MOST_OPENED = 20;
/** Nodes that a search that is followed may enter. */
const MOST_FOLLOWED = 20_000;
/** A running search is drawn this often, in milliseconds. */
const RHYTHM = 200;

/** What the page can draw of a search. */
function ability(names: { name: string; tree: boolean; events: boolean }[], search: string): "tree" | "events" | "none" {
  const found = names.find(({ name }) => name === readSpec(search).name);
  return found?.tree ? "tree" : found?.events ? "events" : "none";
}

export function TreePane() {
  const session = useSession();
  const [direction, setDirection] = useState<Direction>("right");
  const search = session.report?.search ?? session.settings.search;
  const kind = ability(session.catalogue?.searches ?? [], search);
  return (
    <section class="pane tree-pane" aria-labelledby="tree-heading">
      <div class="heading">
        <h2 id="tree-heading">Tree</h2>
        <span class="soft">{search}</span>
        <span class="spring" />
        <div class="choice" role="group" aria-label="direction of the tree">
          <button type="button" aria-pressed={direction === "right"} onClick={() => setDirection("right")}>
            across
          </button>
          <button type="button" aria-pressed={direction === "down"} onClick={() => setDirection("down")}>
            down
          </button>
        </div>
      </div>
      {kind === "tree" && <Grown direction={direction} />}
      {kind === "events" && <Followed direction={direction} />}
      {kind === "none" && (
        <p class="empty">
          {session.report ? `${readSpec(search).name} keeps no tree that can be shown.` : "The tree appears when a search begins."}
        </p>
      )}
      <Legend events={kind === "events"} />
    </section>
  );
}

function Legend(props: { events: boolean }) {
  return (
    <ul class="legend" aria-label="legend">
      <li>
        <i class="dot max" /> good for Max
      </li>
      <li>
        <i class="dot min" /> good for Min
      </li>
      <li>
        <i class="dot proven" /> proven
      </li>
      <li>
        <i class="dot diamond" /> chance
      </li>
      {props.events ? (
        <li>
          <i class="cross">×</i> cut off
        </li>
      ) : (
        <li>
          <i class="stroke" /> share
        </li>
      )}
      <li>
        <i class="stroke next" /> {props.events ? "where the search stands" : "to the next tip"}
      </li>
    </ul>
  );
}

/** The tree that a best-first search keeps. */
function Grown(props: { direction: Direction }) {
  const session = useSession();
  const [tree, setTree] = useState<Tree>();
  const [opened, setOpened] = useState<string[][]>([]);
  const [grafts, setGrafts] = useState<Tree[]>([]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<number>();
  const busy = useRef(false);
  const wanted = useRef(false);
  const { report, generation, activity } = session;

  const refresh = async () => {
    wanted.current = true;
    if (busy.current) return;
    busy.current = true;
    while (wanted.current) {
      wanted.current = false;
      try {
        const whole = await session.thinker.ask<"tree">({ do: "tree", most: most(props.direction) });
        const parts = await Promise.all(
          opened.map((path) => session.thinker.ask<"tree">({ do: "tree", path, most: MOST_OPENED }).catch(() => undefined)),
        );
        setTree(whole);
        setGrafts(parts.filter((part) => part !== undefined));
      } catch {
        // The search has not begun, or its worker was ended: the next report brings another tree.
      }
      if (session.activity !== "idle") await new Promise((done) => setTimeout(done, RHYTHM));
    }
    busy.current = false;
  };
  useEffect(() => {
    setOpened([]);
    setClosed(new Set());
    setAt(undefined);
  }, [generation]);
  useEffect(() => void refresh(), [report, opened, props.direction]);

  const total = report?.counters.expansions ?? 0;
  const canRewind = activity === "idle" && report !== undefined && !/time|cpu|clock/.test(report.budget) && total > 0;
  const rewind = async (expansions: number) => {
    setAt(expansions);
    try {
      await session.thinker.ask<"rewind">({ do: "rewind", expansions });
    } catch {
      return;
    }
    await refresh();
  };
  // The picture is the most that there is to draw: it is drawn again only if the tree is another one.
  const picture = useMemo(
    () =>
      tree && (
        <Picture
          root={closedAt(fromTree(tree, grafts), closed)}
          range={tree.range}
          direction={props.direction}
          label={`tree of ${tree.search}`}
          open={(node) => {
            setClosed((before) => new Set([...before].filter((id) => id !== idOf(node))));
            if (!closed.has(idOf(node))) setOpened((before) => [...before, node.path]);
          }}
          choose={(node) => node.children.length > 0 && setClosed((before) => new Set([...before, idOf(node)]))}
          point={(node) => void session.show(node?.path ?? [])}
        />
      ),
    [tree, grafts, closed, props.direction],
  );
  if (!tree) return <p class="empty">The tree appears when the search has its first values.</p>;
  return (
    <>
      {picture}
      <p class="why" aria-live="polite">
        {why(tree)}
      </p>
      {canRewind && <Slider label="expansion" most={total} at={at ?? total} go={rewind} />}
    </>
  );
}

/** A depth-first search, followed node by node. */
function Followed(props: { direction: Direction }) {
  const session = useSession();
  const [depth, setDepth] = useState(2);
  const [events, setEvents] = useState<Events>();
  const [count, setCount] = useState<number>();
  const [error, setError] = useState("");
  const { position, settings } = session;
  useEffect(() => {
    let current = true;
    // A depth that the search names for itself would win over the one that is followed here.
    const { name, parameters } = readSpec(settings.search);
    const search = writeSpec({ name, parameters: new Map([...parameters].filter(([key]) => key !== "depth")) });
    const query = session.query(search, `depth=${depth},nodes=${MOST_FOLLOWED}`);
    session.rules.ask<"events">({ do: "events", ...query }).then(
      (answer) => current && (setEvents(answer), setCount(undefined), setError("")),
      (reason) => current && setError(reason.message),
    );
    return () => {
      current = false;
    };
  }, [position?.key, settings.search, settings.eval, depth]);
  const shown = count ?? events?.events.length ?? 0;
  const roots = useMemo(() => (events ? fromEvents(events.events, (value) => showValue(value, events.range), shown) : []), [events, shown]);
  const picture = useMemo(() => {
    const last = roots.at(-1);
    const root = last && pruned(last);
    const point = (node: Node | undefined) => void session.show(node?.path ?? []);
    return (
      events &&
      root && (
        <Picture root={root} range={events.range} direction={props.direction} label={`nodes that ${events.search} entered`} point={point} />
      )
    );
  }, [roots, props.direction]);
  if (!events) return <p class="empty">{error}</p>;
  return (
    <>
      {picture}
      <p class="why">
        {error || `Iteration ${roots.length}. A cross is a move that was cut off, with the end of the window that was reached.`}{" "}
        <label class="inline">
          depth{" "}
          <input
            type="number"
            min={1}
            max={4}
            value={depth}
            onInput={(event) => setDepth(Math.min(Math.max(Number(event.currentTarget.value), 1), 4))}
          />
        </label>
      </p>
      <Slider label="event" most={events.events.length} at={shown} go={async (at) => setCount(at)} still={prefersStillness()} />
    </>
  );
}
