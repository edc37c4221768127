// Boards of squares on which a move is a square: Othello and tic-tac-toe.

import type { BoardProps } from "./board";
import { owner, Piece, Place, Ring, Value } from "./square";

const CELL = 100;
const RIM = 44;

/** Reads rows of letters out of a drawing, from the top. */
interface Grid {
  rows: string[][];
  /** The move that plays on a square. */
  move(row: number, column: number): string;
  /** Whether letters and numbers stand around the board. */
  coordinates: boolean;
}

const tokens = (line: string) => line.trim().split(/\s+/);

function othello(drawing: string): Grid {
  const rows = drawing.split("\n").filter((line) => /^\d /.test(line));
  const move = (row: number, column: number) => `${"abcdefgh"[column]}${row + 1}`;
  return { rows: rows.map((line) => tokens(line).slice(1)), move, coordinates: true };
}

function tictactoe(drawing: string): Grid {
  const rows = drawing.split("\n").slice(0, 3);
  return { rows: rows.map(tokens), move: (row, column) => `${3 * row + column + 1}`, coordinates: false };
}

function Squares(props: BoardProps & { read(drawing: string): Grid }) {
  const grid = props.read(props.drawing);
  const before = props.before === undefined ? grid : props.read(props.before);
  const size = grid.rows.length;
  const rim = grid.coordinates ? RIM : 0;
  const side = size * CELL;
  return (
    <svg class="board" viewBox={`${-rim} ${-rim} ${side + rim + 4} ${side + rim + 4}`} role="group" aria-label="board">
      <rect class="ground" x={0} y={0} width={side} height={side} rx={12} />
      {Array.from({ length: size - 1 }, (_, index) => (
        <path class="rule" d={`M${(index + 1) * CELL} 0V${side}M0 ${(index + 1) * CELL}H${side}`} />
      ))}
      {grid.coordinates &&
        grid.rows.map((_, index) => (
          <g class="coordinate" aria-hidden="true">
            <text x={(index + 0.5) * CELL} y={-16} text-anchor="middle">
              {"abcdefgh"[index]}
            </text>
            <text x={-22} y={(index + 0.5) * CELL} text-anchor="middle" dominant-baseline="central">
              {index + 1}
            </text>
          </g>
        ))}
      {grid.rows.map((row, y) =>
        row.map((letter, x) => {
          const player = owner(letter);
          const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
          const move = grid.move(y, x);
          if (player) {
            const ghost = owner(before.rows[y]?.[x]) !== player;
            return <Piece x={cx} y={cy} radius={40} player={player} ghost={ghost} last={move === props.last} />;
          }
          if (!props.moves.includes(move)) return null;
          const mark = props.marks.get(move);
          return (
            <Place move={move} mark={mark} play={props.play} key={move}>
              <rect class="target" x={x * CELL + 3} y={y * CELL + 3} width={CELL - 6} height={CELL - 6} rx={10} />
              {!mark && <circle class={`shadow ${props.turn}`} cx={cx} cy={cy} r={12} />}
              <Ring x={cx} y={cy} radius={44} mark={mark} />
              <Value x={cx} y={cy} mark={mark} size={30} width={80} />
            </Place>
          );
        }),
      )}
    </svg>
  );
}

export const Othello = (props: BoardProps) => <Squares {...props} read={othello} />;
export const TicTacToe = (props: BoardProps) => <Squares {...props} read={tictactoe} />;
