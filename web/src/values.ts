// Values as text. Every value is Max's view.

import type { Mark } from "./boards/board";
import type { Best, Proven, RootMove, Solve } from "./messages";

type Range = [number, number];

/** Digits behind the point, so that every value of a range has the same number of them. */
function decimals([low, high]: Range): number {
  const span = high - low;
  return span >= 100 ? 0 : span >= 10 ? 1 : 2;
}

export function showNumber(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export const showValue = (value: number | null, range: Range) => (value === null ? "–" : showNumber(value, decimals(range)));

export const showShare = (share: number) => (share > 0 && share < 0.0005 ? "<0.1 %" : `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`);

/** Counts with few digits: 950, 12.3k, 4.56M. */
export function showCount(count: number): string {
  const [scaled, unit] = count >= 1e6 ? [count / 1e6, "M"] : count >= 1e4 ? [count / 1e3, "k"] : [count, ""];
  return unit === "" ? `${scaled}` : `${scaled.toPrecision(3)}${unit}`;
}

/** Where a value lies between Min's best (0) and Max's best (1). */
export const position01 = (value: number, [low, high]: Range) => Math.min(Math.max((value - low) / (high - low), 0), 1);

/** "win for Max in 5 plies". */
export function showProven(proven: Proven): string {
  const result = { win: "win for Max", draw: "draw", loss: "win for Min" }[proven.result ?? "draw"];
  const what = proven.result === null ? "proven" : result;
  if (proven.plies === null) return what;
  return `${what} in ${proven.plies} ${proven.plies === 1 ? "ply" : "plies"}`;
}

/** The text of a value with what is known of it. */
export function showMove(move: RootMove, range: Range): string {
  const sign = move.proven ? "" : move.bound === "lower" ? "≥" : move.bound === "upper" ? "≤" : "";
  return sign + showValue(move.value, range);
}

/** How a value that is not proven is known. */
export const boundInWords = (move: RootMove) =>
  ({ lower: "at least", upper: "at most", estimate: "estimate", exact: "estimate" })[move.bound];

/** What boards show of a report. */
export function marksOf(report: Best): Map<string, Mark> {
  const mark = (move: RootMove): [string, Mark] => {
    const words = move.proven ? showProven(move.proven) : boundInWords(move);
    return [move.move, { text: showMove(move, report.range), proven: move.proven !== null, best: move.move === report.best, words }];
  };
  return new Map(report.moves.filter((move) => move.value !== null).map(mark));
}

/** What boards show of exact scores, which are for the side to move. */
export function marksOfSolve(solve: Solve): Map<string, Mark> {
  const best = Math.max(...solve.moves.map(({ score }) => score));
  return new Map(
    solve.moves.map(({ move, score }) => {
      const digits = Number.isInteger(score) ? 0 : 3;
      const text = (score > 0 ? "+" : "") + showNumber(score, digits);
      return [move, { text, proven: true, best: score === best, words: "exact score" }];
    }),
  );
}

/** How much worse than the best move a move is for the side that makes it, as a share of the range. */
export function lossOf(report: Best, move: string): number | undefined {
  const played = report.moves.find((entry) => entry.move === move);
  const best = report.moves.find((entry) => entry.move === report.best);
  if (played?.value == null || best?.value == null) return undefined;
  const sign = report.turn === "min" ? -1 : 1;
  const [low, high] = report.range;
  return Math.max((sign * (best.value - played.value)) / (high - low), 0);
}
