// The G-game's row: a square is taken from either end.

import type { BoardProps } from "./board";
import { Place, Ring, Value } from "./square";

const CELL = 100;

export function Row(props: BoardProps) {
  const squares = [...props.drawing.replace(/\n[^\n]*$/, "").replaceAll(/\s/g, "")];
  const inPlay = squares.map((square, index) => (square === "." ? -1 : index)).filter((index) => index >= 0);
  const ends: Record<string, number | undefined> = { left: inPlay[0], right: inPlay.at(-1) };
  return (
    <svg class="board" viewBox={`0 -60 ${squares.length * CELL} 240`} role="group" aria-label="board">
      {squares.map((square, index) => (
        <g class={square === "." ? "cell gone" : `cell ${square === "1" ? "max" : "min"}`}>
          <rect x={index * CELL + 5} y={5} width={CELL - 10} height={CELL - 10} rx={14} />
          <text x={(index + 0.5) * CELL} y={52} text-anchor="middle" dominant-baseline="central">
            {square === "." ? "" : square}
          </text>
        </g>
      ))}
      {Object.entries(ends).map(([move, index]) => {
        if (index === undefined || !props.moves.includes(move)) return null;
        const mark = props.marks.get(move);
        const cx = (index + 0.5) * CELL;
        const only = ends.left === ends.right;
        return (
          <Place move={move} mark={mark} play={props.play} key={move}>
            <rect class="target" x={index * CELL} y={0} width={CELL} height={CELL} rx={18} />
            <Ring x={cx} y={50} radius={46} mark={mark} />
            <Value x={cx} y={only && move === "left" ? -28 : 138} mark={mark} size={46} width={130} />
          </Place>
        );
      })}
    </svg>
  );
}
