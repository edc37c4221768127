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

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Lays a tree out in a room of so many pixels, as far as it fits. Labels are at most `wide` pixels wide. */
export function layOut(root: Node, direction: Direction, wide: number, [width, height]: [number, number]): Layout {
  const top = hierarchy(root);
  const [levels, rows] = [Math.max(top.height, 1), top.leaves().length + 1];
  const [beside, below] =
    direction === "right"
      ? [within(height / rows, 24, 40), within((width - wide - 60) / levels, 40 + 0.6 * wide, 40 + wide)]
      : [within(width / rows, 26 + wide, 60 + wide), within((height - 60) / levels, 56, 100)];
  tidyTree<Node>()
    .nodeSize([beside, below])
    .separation((a, b) => {
      // The label of a node with children stands above its edge and needs room there.
      const hasInner = direction === "right" && (a.children ?? b.children) !== undefined;
      return (a.parent === b.parent ? 1 : 1.2) + (hasInner ? 0.3 : 0);
    })(top);
  const known = new Map<unknown, Placed>();
  const placed = top.descendants().map((point) => {
    const [across, along] = [point.x ?? 0, point.y ?? 0];
    const [x, y] = direction === "right" ? [along, across] : [across, along];
    const at: Placed = { node: point.data, id: idOf(point.data), x, y, depth: point.depth, parent: known.get(point.parent) };
    known.set(point, at);
    return at;
  });
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
  const side = direction === "right" ? 24 : wide / 2 + 20;
  const [left, right, upper, lower] = [
    Math.min(...xs) - side,
    Math.max(...xs) + 28 + wide,
    Math.min(...ys) - 30,
    Math.max(...ys) + (direction === "right" ? 26 : 46),
  ];
  return { placed, box: [left, upper, right - left, lower - upper] };
}
