// Connect-Four: a column is a place, its value stands below it.

import type { BoardProps } from "./board";
import { owner, Piece, Place, Ring, Value } from "./square";

const CELL = 100;

/** Rows of letters, from the top: X, O or a dot. */
function rowsOf(drawing: string): string[][] {
  return drawing
    .split("\n")
    .filter((line) => line.startsWith("│"))
    .map((line) => line.replaceAll("│", "").trim().split(/\s+/));
}

/** The lowest free row of a column. */
const landing = (rows: string[][], column: number) => rows.filter((row) => !owner(row[column])).length - 1;

export function ConnectFour(props: BoardProps) {
  const rows = rowsOf(props.drawing);
  const before = props.before === undefined ? rows : rowsOf(props.before);
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const letters = [..."123456789abcdefghijklmnopqrstuvwxyz"].slice(0, width);
  const column = props.last ? letters.indexOf(props.last) : -1;
  return (
    <svg class="board" viewBox={`0 0 ${width * CELL} ${(height + 0.75) * CELL}`} role="group" aria-label="board">
      <rect class="ground" x={0} y={0} width={width * CELL} height={height * CELL} rx={24} />
      {rows.map((row, y) =>
        row.map((letter, x) => {
          const player = owner(letter);
          const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
          if (!player) return <circle class="hollow" cx={cx} cy={cy} r={38} />;
          const ghost = owner(before[y]?.[x]) !== player;
          const last = x === column && y === landing(rows, x) + 1;
          return <Piece x={cx} y={cy} radius={40} player={player} ghost={ghost} last={last} />;
        }),
      )}
      {letters.map((move, x) => {
        if (!props.moves.includes(move)) return null;
        const mark = props.marks.get(move);
        const [cx, cy] = [(x + 0.5) * CELL, (landing(rows, x) + 0.5) * CELL];
        return (
          <Place move={move} mark={mark} play={props.play} key={move}>
            <rect class="target" x={x * CELL} y={0} width={CELL} height={(height + 0.75) * CELL} rx={20} />
            <circle class={`shadow ${props.turn}`} cx={cx} cy={cy} r={38} />
            <Ring x={cx} y={cy} radius={40} mark={mark} />
            <Value x={cx} y={(height + 0.38) * CELL} mark={mark} size={32} width={94} />
          </Place>
        );
      })}
    </svg>
  );
}
