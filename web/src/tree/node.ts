// A tree as it is drawn, whatever search it comes from.

import type { Turn } from "../messages";

export interface Node {
  /** The moves from the root. */
  path: string[];
  /** The moves of the edge from above. */
  label: string;
  turn: Turn;
  value: number | null;
  proven: boolean;
  /** The part of the position above that this one has, and its part of the root. */
  share: number;
  mass: number;
  chance: number | null;
  /** Whether the line to the next tip passes here. */
  next: boolean;
  /** More about the node, for its title and for a screen reader. */
  detail: string;
  kind: "node" | "others" | "stump";
  /** Behind the label, in place of the value. */
  note?: string;
  /** Whether there are children that are not shown. */
  folded: boolean;
  children: Node[];
}

export const idOf = (node: Node) => `${node.kind}:${node.path.join("/")}`;

/** Best for the player who moves there first. */
export function inOrder(turn: Turn, children: Node[]): Node[] {
  const sign = turn === "min" ? 1 : -1;
  if (turn === "chance") return children;
  return [...children].sort((a, b) => sign * ((a.value ?? 0) - (b.value ?? 0)));
}

/** All nodes, each before its children. */
export const flatten = (node: Node): Node[] => [node, ...node.children.flatMap(flatten)];
