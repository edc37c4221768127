// A depth-first search followed node by node, as nodes to draw: windows, values, and what was cut off.

import type { Event } from "../messages";
import type { Node } from "./node";

type Left = Extract<Event, { event: "left" }>;
type Entered = Extract<Event, { event: "entered" }>;

type Show = (value: number | null) => string;

/** A depth-first search gives no shares: all edges are equally thin. */
const SHARE = 0.15;

/** The reason of a cut: "β 3 ≤ 5", the end of the window that the value reached. */
export function reason(entered: Entered, left: Left, show: Show): string {
  if (left.end !== "cut") return "";
  return left.at === "beta"
    ? `β ${entered.beta === null ? "∞" : show(entered.beta)} ≤ ${show(left.value)}`
    : `α ${entered.alpha === null ? "−∞" : show(entered.alpha)} ≥ ${show(left.value)}`;
}

/** The roots of the iterations that the first `count` events show, the deepest last. */
export function fromEvents(events: Event[], show: Show, count = events.length): Node[] {
  const roots: Node[] = [];
  const open: { node: Node; entered: Entered }[] = [];
  for (const event of events.slice(0, count)) {
    if (event.event === "entered") {
      const above = open.at(-1)?.node;
      const window = `window ${event.alpha === null ? "−∞" : show(event.alpha)} to ${event.beta === null ? "∞" : show(event.beta)}`;
      const node = nodeBelow(above, event.move ?? "", { turn: event.turn, detail: window, kind: "node" });
      (above?.children ?? roots).push(node);
      open.push({ node, entered: event });
    }
    if (event.event !== "left") continue;
    const { node, entered } = open.pop()!;
    node.value = event.value;
    node.proven = event.end === "over";
    const why = reason(entered, event, show);
    node.detail += ` · ${event.end === "cut" ? `cut at ${event.at} by ${event.by}: ${why}` : event.end}`;
    if (event.end === "cut") node.children.push(...event.unsearched.map((move) => nodeBelow(node, move, stump(why))));
  }
  // The line of nodes that are still open is where the search stands.
  for (const { node } of open) node.next = true;
  return roots;
}

/** A branch that was cut off. */
const stump = (note: string) => ({ turn: "over", detail: `cut off: ${note}`, kind: "stump", note }) as const;

/** A node behind a move; the root if there is none above. */
function nodeBelow(above: Node | undefined, move: string, own: Pick<Node, "turn" | "detail" | "kind" | "note">): Node {
  return {
    path: above ? [...above.path, move] : [],
    label: move || "root",
    value: null,
    proven: false,
    share: SHARE,
    mass: SHARE,
    chance: null,
    next: false,
    folded: false,
    children: [],
    ...own,
  };
}
