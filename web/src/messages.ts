/**
 * The messages between the page and the module, which works in a worker.
 *
 * The page sends one JSON object with the field `do`, and the module answers with one. The names are those of the command line:
 * `Best` is what `tiptree best --json` prints, and so on. Numbers that JSON cannot hold (infinite, not a number) are `null`.
 * Every value is Max's view, except the scores of `solve`, which are for the side to move.
 *
 * A worker holds one search. Two searches side by side are two workers, which share the compiled module. The answer to any message
 * may be `Failure`. After `fatal` the worker is of no use: end it and start another; the position is known to the page.
 *
 * `worker.ts` is the worker. It takes `{ id, request }` by postMessage and posts `{ id, answer }`, in the order of the requests.
 */

/** A text that names a game, a search or an evaluator, with parameters: `connect4(width=7)`, `mm(backup=mean,p=10)`. */
export type Spec = string;

export type Turn = "max" | "min" | "chance" | "over";

/** How a value is known. A bound is one on Max's value. */
export type Bound = "estimate" | "lower" | "upper" | "exact";

export interface Failure {
  /** The sentence that the command line prints. */
  error: string;
  /** Whether the module panicked or ran out of memory, so that the worker must be ended. */
  fatal?: boolean;
}

/** A position named from outside. */
export interface Place {
  game: Spec;
  /** The position in the game's notation; the start if missing or empty. */
  position?: string;
  /** Moves and rolls played from there. */
  play?: string[];
  /** Deals the start of games whose board is set up at random, and decides the choices of random searches; 1 if missing. */
  seed?: number;
  /** The evaluator; the game's first if missing. */
  eval?: Spec;
}

/** A position to be searched, the search and what it may spend. */
export interface Query extends Place {
  /** The game's usual search if missing. `threads` above 1 is refused. */
  search?: Spec;
  /** `evals=10k`, `moves=5000,time=2s` …; `moves=100k` if missing. A tree takes at most 512 MB, whatever the budget says. */
  budget?: string;
}

/** What the page may ask, by the name in `do`, with the type of the answer. */
export interface Messages {
  /** Games and searches with their parameters. */
  catalogue: [object, Catalogue];
  /** Everything that a board shows. */
  position: [Place, Position];
  /** Makes a search and begins it. No work is done yet. Forgets the search that the worker held. */
  start: [Query, Best];
  /**
   * Works until so many more evaluations are made: the step that reaches them is the last, so that `evals: 1` is one expansion of
   * a best-first search. `stop` of the answer is null while the search can go on. Depth-first searches pause between iterations
   * only: to stop one, end the worker. A few milliseconds a slice is a good rhythm: begin with 1000 and aim at 30 ms.
   */
  work: [{ evals: number }, Best];
  /** What has been found so far. */
  report: [object, Best];
  /** Ends the search early; `stop` of the answer is `cancelled`. */
  cancel: [object, Best];
  /**
   * The search as it was after so many expansions (best-first) or evaluations, by searching again: searches are deterministic.
   * The search can go on from there. Refused after `play`, and for budgets with a clock.
   */
  rewind: [{ expansions: number } | { evals: number }, Best];
  /** Follows a move that was played, keeping the tree where the search keeps it. Answers with the new position. */
  play: [{ move: string }, Position];
  /** Begins to search again at the position reached by `play`. */
  go: [{ budget?: string }, Best];
  /** The part of the tree of the worker's search that matters most. */
  tree: [TreeQuery, Tree];
  /** A search followed node by node: `ab`, `minimax`, `expectimax`, `star1`, `star2` … The budget is `depth=2` if missing. */
  events: [Query & { most?: number }, Events];
  /** The exact score, by the game's solver. It may take long: give a budget such as `time=2s`, or end the worker. */
  solve: [Place & { budget?: string; all_moves?: boolean }, Solve];
}

export type Do = keyof Messages;
export type Request<D extends Do = Do> = { [K in D]: { do: K } & Messages[K][0] }[D];
export type Answer<D extends Do = Do> = Messages[D][1] | Failure;

// ---------------------------------------------------------------------------------------------------------------- catalogue

export interface Parameter {
  key: string;
  /** Empty if there is none. */
  default: string;
  meaning: string;
}

export interface Catalogue {
  games: Game[];
  /** Parameters that every evaluator takes: `exact(noise=50)`. */
  noise: Parameter[];
  searches: Search[];
  /** Parameters that every search takes: an evaluator and a budget of its own. */
  common: Parameter[];
  /** The version of Tiptree. */
  version: string;
}

export interface Game {
  name: string;
  summary: string;
  source: string;
  parameters: Parameter[];
  /** The default first. */
  evaluators: { name: string; meaning: string; parameters: Parameter[] }[];
}

export interface Search {
  name: string;
  summary: string;
  source: string;
  parameters: Parameter[];
  /** Whether it keeps a tree that `tree` shows. */
  tree: boolean;
  /** Whether `events` can follow it. */
  events: boolean;
}

// ----------------------------------------------------------------------------------------------------------------- position

export interface Position {
  game: Spec;
  /** The position in the game's notation. It begins this position again; for a few games it does not hold the moves before. */
  position: string;
  turn: Turn;
  /** The legal moves in the game's order, or the outcomes of a roll. */
  moves: { move: string; /** The probability of a roll's outcome. */ chance: number | null; /** After the move. */ position: string }[];
  /** The payoff to Max if the game is over. */
  payoff: number | null;
  /** The least and the greatest payoff. */
  payoffs: [number, number];
  /** A drawing as text, several lines. */
  drawing: string;
  /** Equal for equal positions: 16 hexadecimal digits. */
  key: string;
  /** The search that `start` uses if none is named. */
  usual_search: Spec;
  /** Whether the start of the game depends on the seed. */
  dealt: boolean;
}

// ------------------------------------------------------------------------------------------------------------------- report

/** A proven game value; `plies` to the end, where known. */
export interface Proven {
  value: number;
  result: "win" | "draw" | "loss" | null;
  plies: number | null;
}

export interface Counters {
  moves: number;
  evals: number;
  nodes: number;
  expansions: number;
  max_depth: number;
  tree_bytes: number;
}

export type Stop =
  | "complete" | "forced" | "decided" | "sure" | "moves" | "evals" | "nodes" | "depth" | "time" | "cpu" | "memory" | "cancelled";

export interface RootMove {
  move: string;
  /** Null if the move was not searched. */
  value: number | null;
  bound: Bound;
  proven: Proven | null;
  visits: number;
  /** The move's part of the derivative mass, or of the visits. */
  share: number | null;
}

export interface Best {
  game: Spec;
  position: string;
  turn: Turn;
  search: Spec;
  budget: string;
  best: string | null;
  best_moves: string[];
  value: number | null;
  /** The least and the greatest value of the evaluator. */
  range: [number, number];
  proven: Proven | null;
  pv: string[];
  /** The line from the best move to the tip on which its value depends most. */
  refutation: string[];
  moves: RootMove[];
  counters: Counters;
  /** What the search has learned of its evaluator, as the parameter `c` gives it; null if it has not. */
  learned: { constant: number; tempo: number } | null;
  /** Null while the search can go on. */
  stop: Stop | null;
  seconds: number;
  cpu_seconds: number;
}

// --------------------------------------------------------------------------------------------------------------------- tree

export interface TreeQuery {
  /** The moves from the root to the position asked for; the root if missing. */
  path?: string[];
  /** The most positions below it: those with the greatest share of the root. 200 if missing. */
  most?: number;
  /**
   * `stored`, the default, costs what it shows. `whole` adds visits and bounds that `mm` and `conspiracy` compute by a pass over
   * the whole tree.
   */
  detail?: "stored" | "whole";
}

export interface Tree {
  game: Spec;
  position: string;
  search: Spec;
  budget: string;
  range: [number, number];
  /** The values of the worst and the best payoff. Bounds that equal them say nothing. */
  ends: [number, number];
  /** The path asked for. */
  at: string[];
  tree: TreePosition;
  /** The line from the root to the tip that the search would expand next, one step an edge; null if the search is over. */
  next: Next | null;
  counters: Counters;
  stop: Stop | null;
  seconds: number;
  cpu_seconds: number;
}

export interface TreePosition {
  /** The moves from the position above; several if the search follows forced replies at once, none at the root. */
  moves: string[];
  turn: Turn;
  /** Null if the position was not searched. */
  value: number | null;
  /** Proven bounds; equal to `ends` if nothing is proven. */
  bounds: [number, number];
  proven: Proven | null;
  /** Expansions below (mm, mm-fast, conspiracy) or visits (ubfm, uct, puct). */
  visits: number | null;
  /** The share of the derivative, or of the visits, of the position above. */
  share: number;
  /** The share of the root: the product of the shares from the root. */
  mass: number;
  /** The probability of the outcome, below a chance node. */
  chance: number | null;
  /** The penalty of the edge from above, in searches that rank tips by penalties. */
  penalty: number | null;
  /** The exploration term of the edge, in searches that have one. */
  exploration: number | null;
  /** Whether the line to the next tip passes here. */
  next: boolean;
  /** Children that are not shown. A tip has neither children nor hidden ones. Ask for more with `path`. */
  hidden: number;
  children: TreePosition[];
}

export interface Next {
  /** The terms of the penalty, one an edge, from the root to the tip. Their children are not listed. */
  steps: TreePosition[];
  /** Their sum; null in searches without penalties. */
  penalty: number | null;
  /** The tip with the next least penalty, where the search ranks tips by penalties and there is another. */
  runner_up: { moves: string[]; penalty: number } | null;
}

// ------------------------------------------------------------------------------------------------------------------- events

/** Events nest like parentheses: `entered`, perhaps `sorted`, the events of the children, `left`. */
export type Event =
  | { event: "entered"; move: string | null; turn: Turn; depth: number; alpha: number | null; beta: number | null }
  | { event: "sorted"; moves: { move: string; value: number; over: boolean }[] }
  | ({ event: "left"; value: number; unsearched: string[] } & End);

export type End =
  | { end: "complete" | "evaluated" | "over" | "known" | "probed" }
  /** The rest was cut off: `at` is the end of the window that was reached, `by` what reached it. */
  | { end: "cut"; at: "alpha" | "beta"; by: "move" | "outcomes" | "probes" | "table" };

export interface Events extends Best {
  events: Event[];
  /** Later events, beyond `most` (10000 if missing). */
  left_out: number;
}

// -------------------------------------------------------------------------------------------------------------------- solve

export interface Solve {
  game: Spec;
  position: string;
  /** For the side to move, on the game's own scale; the expected payoff in a game with chance. */
  score: number;
  /** For Max. */
  result: "win" | "draw" | "loss" | null;
  best: string | null;
  /** With `all_moves`: every legal move, with its score for the side that makes it. */
  moves: { move: string; score: number }[];
  nodes: number;
  seconds: number;
}

// ------------------------------------------------------------------------------------------------------------- drawn trees

/**
 * The game `drawn`, for lessons: its position is a drawing of the tree, such as Rivest's Figure 2,
 * `+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))`. A node is a name and a value, its children in parentheses; `+`, `-` or `*` says
 * that Max, Min or chance moves there. A move is the name of a child. A tip can be expanded: it has one move, its name with a full
 * stop, which ends the game with the tip's value. After moves the position is the drawing, ` @ ` and the name of the node.
 */
export const FIGURE_2 = "+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))";
