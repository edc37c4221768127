// Where the nodes of a tree are drawn, by the algorithm of Buchheim, Jünger and Leipert 2002 that d3-hierarchy has.

import { hierarchy, tree as tidyTree } from "d3-hierarchy";
import { idOf, type Node } from "./node";

export type Direction = "right" | "down";

export interface Placed {
  node: Node;
  id: string;
  x: number;
  y: number;
  depth: number;
  parent?: Placed;
}

export interface Layout {
  placed: Placed[];
  /** Left, top, width and height of everything, labels included. */
  box: [number, number, number, number];
}

/** Room between siblings and between levels. */
const ROOM = { right: [26, 138], down: [74, 92] } as const;

export function layOut(root: Node, direction: Direction): Layout {
  const [beside, below] = ROOM[direction];
  const top = hierarchy(root);
  tidyTree<Node>().nodeSize([beside, below]).separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(top);
  const known = new Map<unknown, Placed>();
  const placed = top.descendants().map((point) => {
    const [across, along] = [point.x ?? 0, point.y ?? 0];
    const [x, y] = direction === "right" ? [along, across] : [across, along];
    const at: Placed = { node: point.data, id: idOf(point.data), x, y, depth: point.depth, parent: known.get(point.parent) };
    known.set(point, at);
    return at;
  });
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
  const label = direction === "right" ? 120 : 44;
  const [left, right, upper, lower] = [Math.min(...xs) - 44, Math.max(...xs) + label, Math.min(...ys) - 28, Math.max(...ys) + 44];
  return { placed, box: [left, upper, right - left, lower - upper] };
}
