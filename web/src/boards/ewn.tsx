// EinStein würfelt nicht: cubes 1 to 6 against a to f; a move is an arrow from a cube to a square next to it.

import type { BoardProps } from "./board";
import { Place, Value } from "./square";

const CELL = 100;
const RIM = 44;

export function EinStein(props: BoardProps) {
  const lines = props.drawing.split("\n");
  const rows = lines.filter((line) => /^\d /.test(line)).map((line) => line.trim().split(/\s+/).slice(1));
  const size = rows.length;
  const side = size * CELL;
  const place = (piece: string): [number, number] | undefined => {
    const y = rows.findIndex((row) => row.includes(piece));
    return y < 0 ? undefined : [rows[y]!.indexOf(piece), y];
  };
  // Arrows that end on the best square are drawn last, on top.
  const moves = [...props.moves].sort((a, b) => Number(props.marks.get(a)?.best ?? 0) - Number(props.marks.get(b)?.best ?? 0));
  return (
    <svg class="board" viewBox={`${-RIM} 0 ${side + RIM + 4} ${side + RIM}`} role="group" aria-label="board">
      <rect class="ground" x={0} y={0} width={side} height={side} rx={12} />
      {Array.from({ length: size - 1 }, (_, index) => (
        <path class="rule" d={`M${(index + 1) * CELL} 0V${side}M0 ${(index + 1) * CELL}H${side}`} />
      ))}
      {rows.map((_, index) => (
        <g class="coordinate" aria-hidden="true">
          <text x={(index + 0.5) * CELL} y={side + 32} text-anchor="middle">
            {"abcde"[index]}
          </text>
          <text x={-22} y={(index + 0.5) * CELL} text-anchor="middle" dominant-baseline="central">
            {size - index}
          </text>
        </g>
      ))}
      {rows.map((row, y) =>
        row.map((letter, x) =>
          letter === "." ? null : (
            <g class={`cube ${/\d/.test(letter) ? "max" : "min"}`}>
              <rect x={x * CELL + 16} y={y * CELL + 16} width={68} height={68} rx={14} />
              <text x={(x + 0.5) * CELL} y={(y + 0.5) * CELL} text-anchor="middle" dominant-baseline="central">
                {letter}
              </text>
            </g>
          ),
        ),
      )}
      {moves.map((move) => {
        const from = place(move[0]!);
        if (!from || move.length !== 3) return null;
        const to = ["abcde".indexOf(move[1]!), size - Number(move[2])] as const;
        const mark = props.marks.get(move);
        const at = (share: number) => [0, 1].map((axis) => (from[axis]! + 0.5 + share * (to[axis]! - from[axis]!)) * CELL);
        const [[x1, y1], [x2, y2], [x, y]] = [at(0.36), at(0.5), at(0.66)] as [number[], number[], number[]];
        return (
          <Place move={move} mark={mark} play={props.play} key={move}>
            <path class="arrow" d={`M${x1} ${y1}L${x2} ${y2}`} />
            <rect class="plate" x={x! - 35} y={y! - 17} width={70} height={34} rx={17} />
            <Value x={x!} y={y!} mark={mark} size={24} width={64} />
          </Place>
        );
      })}
    </svg>
  );
}
