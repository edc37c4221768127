// Hex: each row half a cell further to the right. Max connects the upper edge with the lower one, Min the left with the right.

import type { BoardProps } from "./board";
import { owner, Piece, Place, Ring, Value } from "./square";

/** From the middle of a cell to a corner. */
const SIDE = 58;
const WIDTH = Math.sqrt(3) * SIDE;
const RIM = 50;

const read = (drawing: string) =>
  drawing
    .split("\n")
    .filter((line) => /^\s*\d+ /.test(line))
    .map((line) => line.trim().split(/\s+/).slice(1));

/** The corners of a cell, clockwise from the top. */
const corner = (x: number, y: number, number: number) => {
  const angle = ((number - 1.5) * Math.PI) / 3;
  return `${(x + SIDE * Math.cos(angle)).toFixed(1)} ${(y + SIDE * Math.sin(angle)).toFixed(1)}`;
};

export function Hex(props: BoardProps) {
  const rows = read(props.drawing);
  const before = props.before === undefined ? rows : read(props.before);
  const size = rows.length;
  const middle = (row: number, column: number) => [(column + row / 2 + 0.5) * WIDTH, (1.5 * row + 1) * SIDE] as const;
  const line = (row: number, column: number, from: number, to: number) => {
    const [x, y] = middle(row, column);
    return Array.from({ length: to - from + 1 }, (_, index) => `${index ? "L" : "M"}${corner(x, y, from + index)}`).join("");
  };
  const range = [...rows.keys()];
  const [width, height] = [(1.5 * size - 0.5) * WIDTH, (1.5 * size + 0.5) * SIDE];
  return (
    <svg class="board hex" viewBox={`${-RIM} ${-RIM} ${width + 2 * RIM} ${height + 2 * RIM}`} role="group" aria-label="board">
      {range.map((index) => {
        const [[left, leftY], [top, topY]] = [middle(index, 0), middle(0, index)];
        return (
          <g class="coordinate" aria-hidden="true">
            <text x={left - WIDTH} y={leftY} text-anchor="middle" dominant-baseline="central">
              {index + 1}
            </text>
            <text x={top - 0.5 * WIDTH} y={topY - 1.4 * SIDE} text-anchor="middle">
              {"abcdefghijk"[index]}
            </text>
          </g>
        );
      })}
      {rows.map((row, y) =>
        row.map((letter, x) => {
          const [cx, cy] = middle(y, x);
          const move = `${"abcdefghijk"[x]}${y + 1}`;
          const player = owner(letter);
          const mark = props.marks.get(move);
          const cell = <path class="hexagon" d={`${line(y, x, 0, 5)}Z`} />;
          if (player) {
            const ghost = owner(before[y]?.[x]) !== player;
            return (
              <>
                {cell}
                <Piece x={cx} y={cy} radius={38} player={player} ghost={ghost} last={move === props.last} />
              </>
            );
          }
          if (!props.moves.includes(move)) return cell;
          return (
            <>
              {cell}
              <Place move={move} mark={mark} play={props.play} key={move}>
                <path class="target" d={`${line(y, x, 0, 5)}Z`} />
                <Ring x={cx} y={cy} radius={40} mark={mark} />
                <Value x={cx} y={cy} mark={mark} size={28} width={76} />
              </Place>
            </>
          );
        }),
      )}
      {range.map((index) => (
        <>
          <path class="edge max" d={line(0, index, 5, 7)} />
          <path class="edge max" d={line(size - 1, index, 2, 4)} />
          <path class="edge min" d={line(index, 0, 3, 5)} />
          <path class="edge min" d={line(index, size - 1, 0, 2)} />
        </>
      ))}
    </svg>
  );
}
