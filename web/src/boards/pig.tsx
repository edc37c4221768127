// Pig: two bars up to the goal, the turn total in a lighter shade. The moves are buttons beside the board.

import type { BoardProps } from "./board";

export function Pig(props: BoardProps) {
  const score = (name: string) => Number(new RegExp(`^${name}\\s+(\\d+)`, "m").exec(props.drawing)?.[1] ?? 0);
  const goal = Number(/goal (\d+)/.exec(props.drawing)?.[1] ?? 100);
  const total = Number(/with (\d+) in this turn/.exec(props.drawing)?.[1] ?? 0);
  const mover = /^(Max|Min) (rolls|to move|has)/m.exec(props.drawing)?.[1];
  const length = (points: number) => (Math.min(points, goal) / goal) * 560;
  return (
    <svg class="board" viewBox="0 0 720 230" role="img" aria-label={props.drawing.split("\n").at(-1)}>
      {["Max", "Min"].map((name, index) => {
        const y = 30 + 100 * index;
        const banked = score(name);
        return (
          <g class={`bar ${name.toLowerCase()}`}>
            <text class="name" x={0} y={y + 35} dominant-baseline="central">
              {name}
            </text>
            <rect class="track" x={80} y={y} width={560} height={70} rx={14} />
            {mover === name && total > 0 && <rect class="turn-total" x={80} y={y} width={length(banked + total)} height={70} rx={14} />}
            {banked > 0 && <rect class="banked" x={80} y={y} width={length(banked)} height={70} rx={14} />}
            <text class="score" x={716} y={y + 35} text-anchor="end" dominant-baseline="central">
              {banked}
            </text>
            {mover === name && total > 0 && (
              <text class="turn" x={80 + Math.min(length(banked + total) + 12, 500)} y={y + 35} dominant-baseline="central">
                + {total}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
