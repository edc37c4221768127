// Boards on which a piece is chosen first and then the square it enters; a move is both, as in a1b1: Clobber and Breakthrough.

import { useState } from "preact/hooks";
import type { BoardProps } from "./board";
import { owner, Piece, Place, Ring, Value } from "./square";

const CELL = 100;
const RIM = 44;

/** Reads rows of letters out of a drawing, from the top: X for Max, O for Min. */
interface Squares {
  read(drawing: string): string[][];
  /** Whether letters and numbers stand around the board. */
  coordinates: boolean;
}

const clobber: Squares = {
  read: (drawing) =>
    drawing
      .split("\n")
      .filter((line) => /^[xo.]+$/.test(line))
      .map((line) => [...line.toUpperCase()]),
  coordinates: false,
};

const breakthrough: Squares = {
  read: (drawing) =>
    drawing
      .split("\n")
      .filter((line) => /^\d /.test(line))
      .map((line) => line.trim().split(/\s+/).slice(1)),
  coordinates: true,
};

function Steps(props: BoardProps & { squares: Squares }) {
  const [chosen, choose] = useState<string>();
  const { read, coordinates } = props.squares;
  const rows = read(props.drawing);
  const before = props.before === undefined ? rows : read(props.before);
  const rim = coordinates ? RIM : 0;
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const name = (x: number, y: number) => `${"abcdefgh"[x]}${height - y}`;
  const best = props.moves.find((move) => props.marks.get(move)?.best);
  const from = props.moves.some((move) => move.startsWith(chosen ?? "-")) ? chosen : best?.slice(0, 2);
  const starts = new Set(props.moves.map((move) => move.slice(0, 2)));
  return (
    <svg class="board" viewBox={`${-rim} 0 ${width * CELL + rim} ${height * CELL + rim}`} role="group" aria-label="board">
      <rect class="ground" x={0} y={0} width={width * CELL} height={height * CELL} rx={12} />
      {coordinates &&
        rows.map((_, y) => (
          <text class="coordinate" aria-hidden="true" x={-22} y={(y + 0.5) * CELL} text-anchor="middle" dominant-baseline="central">
            {height - y}
          </text>
        ))}
      {coordinates &&
        Array.from({ length: width }, (_, x) => (
          <text class="coordinate" aria-hidden="true" x={(x + 0.5) * CELL} y={height * CELL + 32} text-anchor="middle">
            {"abcdefgh"[x]}
          </text>
        ))}
      {coordinates && (
        <path
          class="rule"
          d={[
            ...Array.from({ length: width - 1 }, (_, x) => `M${(x + 1) * CELL} 0V${height * CELL}`),
            ...Array.from({ length: height - 1 }, (_, y) => `M0 ${(y + 1) * CELL}H${width * CELL}`),
          ].join("")}
        />
      )}
      {rows.map((row, y) =>
        row.map((letter, x) => {
          const player = owner(letter);
          const square = name(x, y);
          const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
          const ghost = owner(before[y]?.[x]) !== player;
          const piece = player && (
            <Piece x={cx} y={cy} radius={40} player={player} ghost={ghost} last={props.last?.endsWith(square) ?? false} />
          );
          const move = `${from}${square}`;
          if (from !== undefined && props.moves.includes(move)) {
            const mark = props.marks.get(move);
            return (
              <>
                {piece}
                <Place move={move} mark={mark} play={props.play} key={move}>
                  <rect class="target" x={x * CELL + 2} y={y * CELL + 2} width={CELL - 4} height={CELL - 4} rx={12} />
                  <rect class="plate" x={cx - 40} y={cy - 20} width={80} height={40} rx={20} />
                  <Value x={cx} y={cy} mark={mark} size={26} width={70} />
                </Place>
              </>
            );
          }
          if (!starts.has(square)) return piece;
          return (
            <g
              class="place"
              role="button"
              tabIndex={0}
              aria-pressed={square === from}
              aria-label={`piece on ${square}`}
              key={square}
              onClick={() => choose(square)}
              onKeyDown={(event) => event.key === "Enter" && choose(square)}
            >
              {piece}
              <rect class="target" x={x * CELL + 2} y={y * CELL + 2} width={CELL - 4} height={CELL - 4} rx={12} />
              {square === from && <Ring x={cx} y={cy} radius={45} mark={{ text: "", proven: false, best: true, words: "" }} />}
            </g>
          );
        }),
      )}
    </svg>
  );
}

export const Clobber = (props: BoardProps) => <Steps {...props} squares={clobber} />;
export const Breakthrough = (props: BoardProps) => <Steps {...props} squares={breakthrough} />;
