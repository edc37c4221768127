// What boards share: the clickable place of a move, the value on it, and the pieces.

import type { ComponentChildren } from "preact";
import type { Mark } from "./board";

/** The label of a move for a screen reader: "4 536, estimate, best". What is seen stands in it as it is seen. */
export function spoken(move: string, mark?: Mark): string {
  if (!mark) return `play ${move}`;
  return `${move} ${mark.text}, ${mark.words}${mark.best ? ", best" : ""}`;
}

/** The place of a move that was played disappears: whoever plays by keyboard goes on at the first place of the board. */
function keepFocus(place: Element): void {
  const stage = place.closest(".stage");
  const wait = (left: number) => {
    if (place.isConnected && left > 0) return void setTimeout(() => wait(left - 1), 50);
    if (document.activeElement === document.body) stage?.querySelector<SVGElement>(".place")?.focus();
  };
  setTimeout(() => wait(20), 50);
}

/** A place where a move can be played: by mouse, by touch, or by Enter once it is focused. */
export function Place(props: { move: string; mark?: Mark; play(move: string): void; children: ComponentChildren }) {
  const { move, mark, play } = props;
  return (
    <g
      class={mark?.best ? "place best" : "place"}
      role="button"
      tabIndex={0}
      data-move={move}
      aria-label={spoken(move, mark)}
      onClick={() => play(move)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        keepFocus(event.currentTarget);
        play(move);
      }}
    >
      {props.children}
    </g>
  );
}

/** The value of a move. Figures shrink to fit the width. */
export function Value(props: { x: number; y: number; mark?: Mark; size?: number; width?: number }) {
  const { x, y, mark, size = 26, width = 90 } = props;
  if (!mark) return null;
  const fitting = Math.min(size, width / (0.6 * mark.text.length));
  return (
    <text class={mark.proven ? "value proven" : "value"} x={x} y={y} font-size={fitting} text-anchor="middle" dominant-baseline="central">
      {mark.text}
    </text>
  );
}

/** The ring around the best move. */
export function Ring(props: { x: number; y: number; radius: number; mark?: Mark }) {
  return props.mark?.best ? <circle class="ring" cx={props.x} cy={props.y} r={props.radius} /> : null;
}

/** A piece: Max's is a full disc, Min's has a hole, so that they differ without colour. */
export function Piece(props: { x: number; y: number; radius: number; player: "max" | "min"; ghost?: boolean; last?: boolean }) {
  const { x, y, radius, player, ghost, last } = props;
  return (
    <g class={`piece ${player}${ghost ? " ghost" : ""}`}>
      <circle class="body" cx={x} cy={y} r={radius} />
      {player === "min" && <circle class="hole" cx={x} cy={y} r={radius * 0.42} />}
      {last && <circle class="last" cx={x} cy={y} r={radius * 0.16} />}
    </g>
  );
}

/** The player whose piece a letter stands for. */
export function owner(letter: string | undefined): "max" | "min" | undefined {
  return letter === "X" ? "max" : letter === "O" ? "min" : undefined;
}
