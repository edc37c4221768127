// What every board is given. A board is drawn from the text drawing of its position, which every game has, so that no rule of a
// game is written twice.

import type { ComponentType } from "preact";

/** What the search says of a move, ready to be shown. */
export interface Mark {
  /** The value as text, with ≥ or ≤ for a bound. */
  text: string;
  /** Proven values are bold. */
  proven: boolean;
  /** The move that the search would play. */
  best: boolean;
  /** How the value is known, for a screen reader. */
  words: string;
}

export interface BoardProps {
  drawing: string;
  /** The drawing before the hovered line, if one is shown: what differs from it is drawn as a ghost. */
  before?: string;
  turn: "max" | "min" | "chance" | "over";
  moves: string[];
  marks: Map<string, Mark>;
  /** The last move of the game, if there is one. */
  last?: string;
  /** The move that is pointed at elsewhere on the page. */
  hovered?: string;
  play(move: string): void;
}

export type Board = ComponentType<BoardProps>;
