// Backgammon and hypergammon: points, bar and checkers borne off, seen from Max's side. A click on a point keeps the plays from it.

import { useState } from "preact/hooks";
import type { BoardProps } from "./board";
import { Piece, spoken } from "./square";

interface Checkers {
  /** Checkers of Max (positive) and Min (negative) on the points 1 to 24. */
  points: number[];
  bar: { max: number; min: number };
  off: { max: number; min: number };
}

const WIDTH = 56;
const HEIGHT = 620;
/** At most this many checkers of a point are drawn; a number says how many there are. */
const MOST = 5;

/** Reads the drawing: columns of three letters, the points from 13 to 24 above and from 12 to 1 below. */
function read(drawing: string): Checkers {
  const lines = drawing.split("\n");
  const points = Array<number>(25).fill(0);
  const bar = { max: 0, min: 0 };
  const column = (line: string, index: number) =>
    line
      .slice(1 + 3 * index + (index >= 6 ? 5 : 0))
      .slice(0, 3)
      .trim();
  const half = (rows: string[], point: (index: number) => number) => {
    for (let index = 0; index < 12; index++) {
      const letters = rows.map((row) => column(row, index)).filter((text) => text !== "");
      const written = letters.map(Number).find((count) => count > 0);
      const count = written ?? letters.length;
      points[point(index)] = letters.includes("X") ? count : letters.includes("O") ? -count : 0;
    }
  };
  half(lines.slice(1, 6), (index) => 13 + index);
  half(lines.slice(7, 12), (index) => 12 - index);
  for (const line of lines.slice(1, 12)) {
    const letter = line.slice(20, 23).trim();
    if (letter === "X") bar.max++;
    if (letter === "O") bar.min++;
  }
  const off = (name: string) => Number(new RegExp(`${name} \\d+ pips, (\\d+) off`).exec(drawing)?.[1] ?? 0);
  return { points, bar, off: { max: off("X Max"), min: off("O Min") } };
}

/** The steps of a play as points of Max's side: "bar/22" of Min is from 0 to 3. */
function steps(play: string, turn: string): [number, number][] {
  const side = (text: string) => {
    const point = text === "bar" ? 25 : text === "off" ? 0 : Number.parseInt(text, 10);
    return turn === "min" ? 25 - point : point;
  };
  return play.split(",").flatMap((part) => {
    const stops = part
      .replace(/\(\d\)/, "")
      .replaceAll("*", "")
      .split("/");
    return stops.slice(1).map((stop, index): [number, number] => [side(stops[index]!), side(stop)]);
  });
}

/** The middle of a point: the bar is between the halves, checkers leave to the right. */
function centre(point: number): number {
  if (point === 0 || point === 25) return 6.5 * WIDTH;
  const index = point > 12 ? point - 13 : 12 - point;
  return (index + (index >= 6 ? 1.5 : 0.5)) * WIDTH;
}

export function Backgammon(props: BoardProps) {
  const [chosen, choose] = useState<number>();
  const { points, bar, off } = read(props.drawing);
  const isPlaying = props.turn === "max" || props.turn === "min";
  const starts = new Set(isPlaying ? props.moves.flatMap((play) => steps(play, props.turn).map(([from]) => from)) : []);
  const plays = chosen === undefined ? [] : props.moves.filter((play) => steps(play, props.turn).some(([from]) => from === chosen));
  const best = props.moves.find((move) => props.marks.get(move)?.best);
  const shown = props.hovered ?? best;
  const stack = (x: number, count: number, player: "max" | "min", isAbove: boolean) => (
    <>
      {Array.from({ length: Math.min(count, MOST) }, (_, index) => (
        <Piece x={x} y={isAbove ? 28 + 50 * index : HEIGHT - 28 - 50 * index} radius={24} player={player} />
      ))}
      {count > MOST && (
        <text
          class="count on-piece"
          x={x}
          y={isAbove ? 28 + 50 * (MOST - 1) : HEIGHT - 28 - 50 * (MOST - 1)}
          text-anchor="middle"
          dominant-baseline="central"
        >
          {count}
        </text>
      )}
    </>
  );
  const height = (point: number) => (point > 12 ? 150 : HEIGHT - 150);
  return (
    <>
      <svg class="board backgammon" viewBox={`0 -30 ${13 * WIDTH + 60} ${HEIGHT + 60}`} role="group" aria-label="board">
        <rect class="ground" x={0} y={0} width={13 * WIDTH} height={HEIGHT} rx={12} />
        <rect class="bar-ground" x={6 * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
        {Array.from({ length: 24 }, (_, index) => index + 1).map((point) => {
          const [x, isAbove] = [centre(point), point > 12];
          const tip = isAbove ? 250 : HEIGHT - 250;
          const count = points[point]!;
          const picture = (
            <>
              <path
                class={point % 2 ? "point odd" : "point"}
                d={`M${x - WIDTH / 2 + 2} ${isAbove ? 0 : HEIGHT}L${x} ${tip}L${x + WIDTH / 2 - 2} ${isAbove ? 0 : HEIGHT}Z`}
              />
              <text class="coordinate" x={x} y={isAbove ? -9 : HEIGHT + 23} text-anchor="middle">
                {point}
              </text>
              {count !== 0 && stack(x, Math.abs(count), count > 0 ? "max" : "min", isAbove)}
            </>
          );
          if (!starts.has(point)) return picture;
          const toggle = () => choose(chosen === point ? undefined : point);
          return (
            <g
              class={chosen === point ? "place chosen" : "place"}
              role="button"
              tabIndex={0}
              aria-pressed={chosen === point}
              aria-label={`plays from point ${point}`}
              onClick={toggle}
              onKeyDown={(event) => event.key === "Enter" && toggle()}
            >
              {picture}
              <rect class="target" x={x - WIDTH / 2} y={isAbove ? 0 : HEIGHT - 280} width={WIDTH} height={280} rx={8} />
            </g>
          );
        })}
        {bar.min > 0 && stack(6.5 * WIDTH, bar.min, "min", true)}
        {bar.max > 0 && stack(6.5 * WIDTH, bar.max, "max", false)}
        {(["min", "max"] as const).map((player) => (
          <text
            class={`store ${player}`}
            x={13 * WIDTH + 30}
            y={player === "min" ? 50 : HEIGHT - 50}
            text-anchor="middle"
            dominant-baseline="central"
          >
            {off[player]}
          </text>
        ))}
        {shown !== undefined &&
          isPlaying &&
          steps(shown, props.turn).map(([from, to]) => (
            <path
              class="arrow"
              d={`M${centre(from)} ${height(from)}Q${(centre(from) + centre(to)) / 2} ${HEIGHT / 2} ${centre(to)} ${height(to)}`}
            />
          ))}
      </svg>
      {plays.length > 0 && (
        <div class="choices" role="group" aria-label={`plays from point ${chosen}`}>
          {plays.map((move) => (
            <button
              type="button"
              data-move={move}
              aria-label={spoken(move, props.marks.get(move))}
              onClick={() => (choose(undefined), props.play(move))}
            >
              {move} <span class="figure">{props.marks.get(move)?.text}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}
