// Kalah: Min's pits above, from right to left, Max's below, the stores at the ends.

import type { BoardProps } from "./board";
import { Place, Ring, Value } from "./square";

const CELL = 110;

const numbers = (line = "") => [...line.matchAll(/\d+/g)].map((match) => Number(match[0]));

/** Seeds in a pit: as many dots as there are, up to twelve, and always the number. */
function Seeds(props: { x: number; y: number; count: number; player: "max" | "min" }) {
  const { x, y, count, player } = props;
  const shown = Math.min(count, 12);
  return (
    <g class={`seeds ${player}`}>
      {Array.from({ length: shown }, (_, index) => {
        // The golden angle spreads any number of dots evenly.
        const [angle, radius] = [index * 2.39996, 9.6 * Math.sqrt(index + 0.4)];
        return <circle cx={x + radius * Math.cos(angle)} cy={y + radius * Math.sin(angle)} r={6} />;
      })}
    </g>
  );
}

export function Kalah(props: BoardProps) {
  const lines = props.drawing.split("\n");
  const [above, stores, below] = [numbers(lines[1]), numbers(lines[2]), numbers(lines[3])];
  const pits = below.length;
  const width = (pits + 2) * CELL;
  const rows = [
    { player: "min", y: 100, seeds: above, pit: (x: number) => pits - x, valueY: 24 },
    { player: "max", y: 240, seeds: below, pit: (x: number) => x + 1, valueY: 318 },
  ] as const;
  return (
    <svg class="board" viewBox={`0 0 ${width} 340`} role="group" aria-label="board">
      <rect class="ground" x={0} y={44} width={width} height={252} rx={60} />
      {(
        [
          ["min", 0.5, stores[0]],
          ["max", pits + 1.5, stores[1]],
        ] as const
      ).map(([player, x, count]) => (
        <g>
          <rect class="hollow" x={x * CELL - 42} y={70} width={84} height={200} rx={42} />
          <text class={`store ${player}`} x={x * CELL} y={170} text-anchor="middle" dominant-baseline="central">
            {count}
          </text>
        </g>
      ))}
      {rows.map(({ player, y, seeds, pit, valueY }) =>
        seeds.map((count, x) => {
          const cx = (x + 1.5) * CELL;
          const move = `${pit(x)}`;
          const legal = props.turn === player && props.moves.includes(move);
          const mark = legal ? props.marks.get(move) : undefined;
          const picture = (
            <>
              <circle class="hollow" cx={cx} cy={y} r={48} />
              <Seeds x={cx} y={y} count={count} player={player} />
              <text class="count" x={cx + 36} y={y + 38} text-anchor="middle">
                {count}
              </text>
            </>
          );
          if (!legal) return picture;
          return (
            <>
              {picture}
              <Place move={move} mark={mark} play={props.play} key={move}>
                <circle class="target" cx={cx} cy={y} r={50} />
                <Ring x={cx} y={y} radius={50} mark={mark} />
                <Value x={cx} y={valueY} mark={mark} size={36} width={106} />
              </Place>
            </>
          );
        }),
      )}
    </svg>
  );
}
