// A game as SGF or as text, in the forms that `tiptree export` writes.

import type { Engine } from "./engine";
import type { Place, Position, Turn } from "./messages";

export interface Record {
  place: Place;
  plies: { move: string; turn: Turn }[];
  max: string;
  min: string;
  version: string;
  end: Position;
}

/** Reads who made each move of a game from the rules. */
export async function recordOf(engine: Engine, place: Place, names: { max: string; min: string; version: string }): Promise<Record> {
  const play = place.play ?? [];
  const positions = await Promise.all(
    [...play, ""].map((_, ply) => engine.ask<"position">({ do: "position", ...place, play: play.slice(0, ply) })),
  );
  const plies = play.map((move, ply) => ({ move, turn: positions[ply]!.turn }));
  return { place: { ...place, position: positions[0]!.position }, plies, ...names, end: positions.at(-1)! };
}

/** Max's result: 1, 0.5 or 0; undefined if the game is not over. */
function score({ payoff, payoffs }: Position): number | undefined {
  if (payoff === null) return undefined;
  const middle = (payoffs[0] + payoffs[1]) / 2;
  return payoff > middle ? 1 : payoff < middle ? 0 : 0.5;
}

const escape = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll("\n", " ");

/** Smart Game Format (Hollosi 2006), with the private properties GAME and ROLL. */
export function toSgf(record: Record): string {
  const result = { 1: "B+", 0: "W+", 0.5: "Draw" }[score(record.end) ?? -1] ?? "?";
  const property = (turn: Turn) => ({ max: "B", min: "W", chance: "ROLL", over: "ROLL" })[turn];
  const { game, position } = record.place;
  const head = [
    ["FF", "4"],
    ["CA", "UTF-8"],
    ["AP", `Tiptree:${record.version}`],
    ["GAME", game],
    ["EV", `${record.max} against ${record.min}`],
    ["PB", record.max],
    ["PW", record.min],
    ["RE", result],
    ...(position ? [["ON", position]] : []),
  ];
  const moves = record.plies.map(({ move, turn }) => `\n;${property(turn)}[${escape(move)}]`);
  return `(;${head.map(([key, value]) => `${key}[${escape(value!)}]`).join("")}${moves.join("")})\n`;
}

/** The moves with their numbers: the number increases with every move of Max, and with every move of Min that answers none. */
function numbered(plies: Record["plies"]): string[] {
  let [number, isAnswer] = [0, false];
  return plies.flatMap(({ move, turn }) => {
    if (turn !== "max" && turn !== "min") return [`~${move}`];
    const follows = turn === "min" && isAnswer;
    isAnswer = turn === "max";
    if (follows) return [move];
    number++;
    return [turn === "max" ? `${number}.` : `${number}...`, move];
  });
}

/** A text modelled on PGN (Edwards 1994). */
export function toText(record: Record): string {
  const result = { 1: "1-0", 0: "0-1", 0.5: "1/2-1/2" }[score(record.end) ?? -1] ?? "*";
  const tags = [
    ["Event", `${record.max} against ${record.min}`],
    ["Site", "?"],
    ["Date", "????.??.??"],
    ["Round", "1"],
    ["White", record.max],
    ["Black", record.min],
    ["Result", result],
    ["Variant", record.place.game],
    ["Opening", record.place.position ?? ""],
  ];
  const head = tags.map(([key, value]) => `[${key} "${value!.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`).join("\n");
  return `${head}\n\n${[...numbered(record.plies), result].join(" ")}\n`;
}
