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

/** The tree without the children of the nodes that were closed. */
export function closedAt(node: Node, closed: ReadonlySet<string>): Node {
  if (closed.has(idOf(node))) return { ...node, folded: true, children: [] };
  return { ...node, children: node.children.map((child) => closedAt(child, closed)) };
}

/** The first nodes of a large tree, level by level; the rest is counted. */
export function pruned(root: Node, most = 300): Node {
  const kept = new Set<Node>();
  for (const queue = [root]; queue.length > 0 && kept.size < most;) {
    const node = queue.shift()!;
    kept.add(node);
    queue.push(...node.children);
  }
  const prune = (node: Node): Node => {
    const children = node.children.filter((child) => kept.has(child)).map(prune);
    const hidden = node.children.length - children.length;
    const note = hidden > 0 ? { note: `+${hidden}` } : {};
    return { ...node, ...note, children };
  };
  return prune(root);
}
