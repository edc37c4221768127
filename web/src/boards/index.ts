// The board of a game by its name; games without one show their text drawing.

import { readSpec } from "../spec";
import { Backgammon } from "./backgammon";
import type { Board } from "./board";
import { ConnectFour } from "./connect4";
import { EinStein } from "./ewn";
import { Othello, TicTacToe } from "./grid";
import { Hex } from "./hex";
import { Kalah } from "./kalah";
import { Pig } from "./pig";
import { Row } from "./row";
import { Breakthrough, Clobber } from "./steps";

const BOARDS: Record<string, Board> = {
  connect4: ConnectFour,
  othello: Othello,
  tictactoe: TicTacToe,
  kalah: Kalah,
  ggame: Row,
  ewn: EinStein,
  pig: Pig,
  clobber: Clobber,
  breakthrough: Breakthrough,
  hex: Hex,
  backgammon: Backgammon,
  hypergammon: Backgammon,
};

export const boardOf = (game: string): Board | undefined => BOARDS[readSpec(game).name];

/** Games whose moves can all be made on the board itself. */
export const isPlayedOnBoard = (game: string) =>
  ["connect4", "othello", "tictactoe", "kalah", "ggame", "ewn", "clobber", "breakthrough", "hex"].includes(readSpec(game).name);
