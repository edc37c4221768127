// The answer to `tree` as nodes to draw.

import type { Tree, TreePosition } from "../messages";
import { showProven, showShare, showValue } from "../values";
import { inOrder, type Node } from "./node";

/** Folded children with less than this share of their parent are not even mentioned. */
const LEAST = 0.01;

/** A tree, with the answers for the nodes that were opened grafted onto it; tips may show the sum of the penalties to them. */
export function fromTree(tree: Tree, opened: Tree[] = [], withPenalties = false): Node {
  const grafts = new Map(opened.map((answer) => [answer.at.join(" "), answer.tree.children]));
  const [low, high] = tree.range;

  // `line` is the rest of the line to the next tip, which is shown however small its share is.
  const convert = (position: TreePosition, above: string[], before: number, line: TreePosition[]): Node => {
    const penalty = before + (position.penalty ?? 0);
    const path = [...above, ...position.moves];
    const more = grafts.get(path.join(" ")) ?? [];
    const isShown = more.length > position.children.length;
    const listed = isShown ? more : position.children;
    const [step, ...further] = line;
    const isNew = step !== undefined && !listed.some((child) => isSame(child, step));
    const shown = isNew ? [...listed, step] : listed;
    const children = inOrder(
      position.turn,
      shown.map((child) => convert(child, path, penalty, step && isSame(child, step) ? further : [])),
    );
    const hidden = position.children.length + position.hidden - shown.length;
    const rest = Math.max(1 - shown.reduce((sum, child) => sum + child.share, 0), 0);
    if (hidden > 0 && children.length > 0 && rest >= LEAST) children.push(others(path, hidden, rest, position));
    const isTip = hidden === 0 && children.length === 0;
    const note = withPenalties && isTip ? { note: `P ${penalty.toFixed(3)}` } : {};
    return { ...known(position), ...note, path, folded: hidden > 0 && children.length === 0, children };
  };

  const known = (position: TreePosition): Omit<Node, "path" | "folded" | "children"> => {
    const { turn, value, proven, share, mass, chance, next, moves } = position;
    const [lower, upper] = position.bounds;
    const facts = [
      proven && showProven(proven),
      !proven &&
        (lower > tree.ends[0] || upper < tree.ends[1]) &&
        `bounds ${showValue(lower, [low, high])} to ${showValue(upper, [low, high])}`,
      moves.length > 0 && `share ${showShare(share)}, of the root ${showShare(mass)}`,
      position.penalty !== null && `penalty ${position.penalty.toFixed(3)}`,
      position.exploration !== null && `exploration ${position.exploration.toFixed(3)}`,
      position.visits !== null && `visits ${position.visits}`,
      chance !== null && `probability ${chance.toFixed(3)}`,
    ];
    const detail = facts.filter((fact) => fact).join(" · ");
    return { label: moves.join(" ") || "root", turn, value, proven: proven !== null, share, mass, chance, next, detail, kind: "node" };
  };

  return convert(tree.tree, tree.at, 0, tree.next?.steps ?? []);
}

const isSame = (a: TreePosition, b: TreePosition) => a.moves.join(" ") === b.moves.join(" ");

/** Stands for the children that are not shown. */
function others(path: string[], count: number, share: number, above: TreePosition): Node {
  return {
    path,
    label: `+${count}`,
    turn: above.turn,
    value: null,
    proven: false,
    share,
    mass: above.mass * share,
    chance: null,
    next: false,
    detail: `${count} ${count === 1 ? "other" : "others"}, share ${showShare(share)}`,
    kind: "others",
    note: showShare(share),
    folded: true,
    children: [],
  };
}
