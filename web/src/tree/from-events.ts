// A depth-first search followed node by node, as nodes to draw: windows, values, and what was cut off.

import type { Event } from "../messages";
import { showValue } from "../values";
import type { Node } from "./node";

type Left = Extract<Event, { event: "left" }>;
type Entered = Extract<Event, { event: "entered" }>;

const side = (value: number | null, infinite: string, range: [number, number]) => (value === null ? infinite : showValue(value, range));

/** The reason of a cut: "β 3 ≤ 5", the end of the window that the value reached. */
export function reason(entered: Entered, left: Left, range: [number, number]): string {
  if (left.end !== "cut") return "";
  return left.at === "beta"
    ? `β ${side(entered.beta, "∞", range)} ≤ ${showValue(left.value, range)}`
    : `α ${side(entered.alpha, "−∞", range)} ≥ ${showValue(left.value, range)}`;
}

/** The roots of the iterations that the first `count` events show, the deepest last. */
export function fromEvents(events: Event[], range: [number, number], count = events.length): Node[] {
  const roots: Node[] = [];
  const open: { node: Node; entered: Entered }[] = [];
  for (const event of events.slice(0, count)) {
    if (event.event === "entered") {
      const above = open.at(-1)?.node;
      const window = `window ${side(event.alpha, "−∞", range)} to ${side(event.beta, "∞", range)}`;
      const node: Node = {
        path: above ? [...above.path, event.move ?? ""] : [], label: event.move ?? "root", turn: event.turn, value: null, proven: false,
        share: 1, mass: 1, chance: null, next: false, detail: window, kind: "node", folded: false, children: [],
      };
      (above?.children ?? roots).push(node);
      open.push({ node, entered: event });
    }
    if (event.event !== "left") continue;
    const { node, entered } = open.pop()!;
    node.value = event.value;
    node.proven = event.end === "over";
    const why = reason(entered, event, range);
    node.detail += ` · ${event.end === "cut" ? `cut at ${event.at} by ${event.by}: ${why}` : event.end}`;
    if (event.end === "cut") node.children.push(...event.unsearched.map((move) => stump(node, move, why)));
  }
  // The line of nodes that are still open is where the search stands.
  for (const { node } of open) node.next = true;
  return roots;
}

function stump(above: Node, move: string, note: string): Node {
  return {
    path: [...above.path, move], label: move, turn: "over", value: null, proven: false, share: 0.1, mass: 0.1, chance: null, next: false,
    detail: `cut off: ${note}`, kind: "stump", note, folded: false, children: [],
  };
}
