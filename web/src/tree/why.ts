// The sentence that says why a tip is next.

import type { Tree } from "../messages";
import { showShare } from "../values";

export function why(tree: Tree): string {
  const { next } = tree;
  if (!next) return tree.stop === "complete" || tree.stop === "decided" ? "The search is over: no tip can change the move." : "";
  const moves = next.steps.flatMap((step) => step.moves).join(" ") || "the root";
  const mass = next.steps.at(-1)?.mass;
  if (next.penalty === null) {
    const share = mass === undefined ? "" : ` It has ${showShare(mass)} of the root.`;
    return `Next is the tip after ${moves}.${share}`;
  }
  const terms = next.steps.map((step) => (step.penalty ?? 0).toFixed(3));
  const sum = terms.length > 1 && terms.length <= 8 ? ` = ${terms.join(" + ")}` : "";
  const other = next.runner_up;
  const rest = other ? `; the next best tip, after ${other.moves.join(" ")}, has ${other.penalty.toFixed(3)}` : "";
  return `Next is the tip after ${moves}: penalty ${next.penalty.toFixed(3)}${sum}${rest}.`;
}
