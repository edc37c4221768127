// Clobber: a stone takes one beside it. First the stone is chosen, then the square; a move is both, as in a1b1.

import { useState } from "preact/hooks";
import type { BoardProps } from "./board";
import { Piece, Place, Ring, Value } from "./square";

const CELL = 100;

export function Clobber(props: BoardProps) {
  const [chosen, choose] = useState<string>();
  const rows = props.drawing
    .split("\n")
    .filter((line) => /^[xo.]+$/.test(line))
    .map((line) => [...line]);
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const name = (x: number, y: number) => `${"abcdefgh"[x]}${height - y}`;
  const best = props.moves.find((move) => props.marks.get(move)?.best);
  const from = props.moves.some((move) => move.startsWith(chosen ?? "-")) ? chosen : best?.slice(0, 2);
  const starts = new Set(props.moves.map((move) => move.slice(0, 2)));
  return (
    <svg class="board" viewBox={`0 0 ${width * CELL} ${height * CELL}`} role="group" aria-label="board">
      <rect class="ground" x={0} y={0} width={width * CELL} height={height * CELL} rx={12} />
      {rows.map((row, y) =>
        row.map((letter, x) => {
          const square = name(x, y);
          const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
          const piece =
            letter === "." ? null : (
              <Piece x={cx} y={cy} radius={40} player={letter === "x" ? "max" : "min"} last={props.last?.endsWith(square) ?? false} />
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
              aria-label={`stone on ${square}`}
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
