// What the page knows and does: the game on the board, the searches that play it and the one that analyses it.

import { Engine, EngineError } from "./engine";
import type { Best, Catalogue, Place, Position, Query, Solve, Turn } from "./messages";
import { Run } from "./run";
import { readHash, type Settings, writeHash } from "./settings";

/** What the thinking engine does. */
export type Activity = "idle" | "analysis" | "player";

/** The evaluations that one position of a review gets. */
const REVIEW_BUDGET = "evals=5000";

export class Session {
  settings: Settings = readHash(location.hash);
  catalogue?: Catalogue;
  position?: Position;
  /** What the analysis has found at this position. */
  report?: Best;
  /** The reports of the positions of the game, by ply. */
  reports: (Best | undefined)[] = [];
  /** Exact scores of the moves, if they were asked for. */
  solve?: Solve;
  isSolving = false;
  isReviewing = false;
  /** The moves behind the position that are shown on the board while a line is pointed at, and the position they lead to. */
  preview?: { moves: string[]; position?: Position };
  /** The move that is pointed at. */
  hovered?: string;
  activity: Activity = "idle";
  /** Whether the position on the board is still the one before: the rules have not answered yet. */
  isArriving = false;
  /** Whether searches that play wait until they are told to go on. */
  isPaused = false;
  error?: string;
  /** Counts the runs, so that pictures of a search know when it is another one. */
  generation = 0;

  readonly rules = new Engine();
  readonly thinker = new Engine();
  /** Solves and reviews, so that neither disturbs the analysis. */
  private readonly aside = new Engine();
  private run?: Run;
  private listeners = new Set<() => void>();
  private visit = 0;

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  async open(): Promise<void> {
    addEventListener("hashchange", () => {
      if (location.hash === writeHash(this.settings)) return;
      this.settings = readHash(location.hash);
      this.reports = [];
      void this.visitPosition();
    });
    const visiting = this.visitPosition();
    this.catalogue = await this.guard(this.rules.ask<"catalogue">({ do: "catalogue" }));
    this.changed();
    await visiting;
  }

  /** Changes settings, and the address with them. */
  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    history.replaceState(null, "", writeHash(this.settings));
    this.changed();
  }

  // ------------------------------------------------------------------------------------------------------------- the game

  /** The position on the board, as messages name it. */
  place(ply = this.settings.ply): Place {
    const { game, position, seed, line } = this.settings;
    const place: Place = { game, position, seed, play: line.slice(0, ply) };
    return this.settings.eval === "" ? place : { ...place, eval: this.settings.eval };
  }

  /** Begins another game. Who plays stays, the searches become those of the game. */
  begin(change: Partial<Settings>): void {
    const game = change.game ?? this.settings.game;
    const isOther = game !== this.settings.game;
    const fresh = isOther ? { eval: "", search: "", rival: "", max: this.settings.max && "usual", min: this.settings.min && "usual" } : {};
    this.set({ position: "", line: [], ply: 0, ...fresh, ...change });
    this.reports = [];
    this.isPaused = false;
    void this.visitPosition();
  }

  /** Plays a move of the position on the board; nothing while the board still shows the position before. */
  play(move: string): void {
    if (this.isArriving) return;
    const { line, ply } = this.settings;
    const isReplay = line[ply] === move;
    const next = isReplay ? line : [...line.slice(0, ply), move];
    if (!isReplay) this.reports.length = ply + 1;
    this.isArriving = true;
    this.set({ line: next, ply: ply + 1 });
    void this.visitPosition();
  }

  /** Shows the position after so many moves of the game. */
  jump(ply: number): void {
    const to = Math.min(Math.max(ply, 0), this.settings.line.length);
    if (to === this.settings.ply) return;
    this.set({ ply: to });
    void this.visitPosition();
  }

  /** Forgets the moves behind the position on the board, so that the searches play on from here. */
  playOn(): void {
    const { line, ply } = this.settings;
    this.set({ line: line.slice(0, ply) });
    this.reports.length = Math.min(this.reports.length, ply + 1);
    this.isPaused = false;
    void this.follow();
  }

  pause(): void {
    this.isPaused = true;
    this.halt();
    this.changed();
  }

  /** The search that plays a side; undefined for a person. */
  playerOf(turn: Turn): string | undefined {
    const name = turn === "max" ? this.settings.max : turn === "min" ? this.settings.min : "";
    return name === "" ? undefined : name;
  }

  private async visitPosition(): Promise<void> {
    const visit = ++this.visit;
    this.isArriving = true;
    this.halt();
    if (this.isSolving) this.aside.end();
    this.isSolving = false;
    this.preview = this.hovered = this.solve = this.error = undefined;
    const position = await this.guard(this.rules.ask<"position">({ do: "position", ...this.place() }));
    if (visit !== this.visit) return;
    this.isArriving = false;
    this.position = position;
    this.report = this.reports[this.settings.ply];
    this.changed();
    if (position) await this.follow();
  }

  /** Does what the position asks for: a roll, a move of a search, or an analysis. */
  async follow(): Promise<void> {
    const { settings, position } = this;
    if (!position || position.turn === "over" || settings.view !== "play") return;
    const isLive = settings.ply === settings.line.length && !this.isPaused;
    if (isLive && position.turn === "chance" && settings.dice === "rolled") return this.roll();
    const player = this.playerOf(position.turn);
    if (isLive && player) return this.think(player);
    if (settings.analyse) await this.analyse();
  }

  private async roll(): Promise<void> {
    const { visit, position } = this;
    await new Promise((done) => setTimeout(done, 250));
    if (visit !== this.visit || this.isPaused) return;
    let rest = Math.random();
    const outcome = position?.moves.find(({ chance }) => (rest -= chance ?? 0) < 0) ?? position?.moves.at(-1);
    if (outcome) this.play(outcome.move);
  }

  // --------------------------------------------------------------------------------------------------------- the searches

  /** The name of a search as messages take it: without one, the game's usual search is meant. */
  query(search: string, budget: string): Query {
    const query: Query = { ...this.place(), budget };
    return search === "" || search === "usual" ? query : { ...query, search };
  }

  private async think(player: string): Promise<void> {
    const visit = this.visit;
    const report = await this.work("player", this.query(player, this.settings.strength));
    if (visit === this.visit && !this.isPaused && report?.best) this.play(report.best);
  }

  async analyse(): Promise<void> {
    if (this.position?.turn === "over") return;
    await this.work("analysis", this.query(this.settings.search, this.settings.budget));
  }

  /** Runs a search at the position on the board and shows what it finds. */
  private async work(activity: Activity, query: Query): Promise<Best | undefined> {
    this.halt();
    const { visit } = this;
    const { ply } = this.settings;
    const show = (report: Best) => {
      if (visit !== this.visit) return;
      this.report = this.reports[ply] = report;
      this.changed();
    };
    const run = new Run(this.thinker, query, show);
    this.run = run;
    this.activity = activity;
    this.generation++;
    this.error = undefined;
    this.changed();
    const report = await this.guard(run.finish());
    if (this.run !== run) return undefined;
    this.run = undefined;
    this.activity = "idle";
    if (report) show(report);
    this.changed();
    return run.isWanted ? report : undefined;
  }

  /** Stops whatever is at work. */
  halt(): void {
    this.run?.stop();
    this.run = undefined;
    this.activity = "idle";
  }

  /** Analyses every position of the game that has no report, so that the graph is whole. */
  async review(): Promise<void> {
    const { line } = this.settings;
    const isSame = () => this.settings.line === line && this.settings.view === "play";
    this.isReviewing = true;
    for (let ply = 0; ply <= line.length && isSame(); ply++) {
      if (this.reports[ply]) continue;
      this.changed();
      const { search } = this.settings;
      const query: Query = { ...this.place(ply), budget: REVIEW_BUDGET, ...(search === "" ? {} : { search }) };
      // A position that is over has nothing to search.
      const report = await new Run(this.aside, query, () => {}).finish().catch(() => undefined);
      if (isSame()) this.reports[ply] ??= report;
    }
    this.isReviewing = false;
    this.report ??= this.reports[this.settings.ply];
    this.changed();
  }

  /** Asks for the exact score of every move, or hides the scores again. */
  async toggleSolve(): Promise<void> {
    if (this.solve || this.isSolving) {
      this.solve = undefined;
      this.isSolving = false;
      this.aside.end();
      return this.changed();
    }
    const { visit } = this;
    this.isSolving = true;
    this.changed();
    const request = { do: "solve", ...this.place(), all_moves: true, budget: "time=20s" } as const;
    const solve = await this.guard(this.aside.ask<"solve">(request));
    this.isSolving = false;
    if (visit === this.visit) this.solve = solve;
    this.changed();
  }

  // ----------------------------------------------------------------------------------------------------------- the preview

  /** Shows a line behind the position on the board; none takes it away. */
  async show(moves: string[]): Promise<void> {
    this.preview = moves.length === 0 ? undefined : { moves };
    this.hovered = moves[0];
    this.changed();
    const { preview } = this;
    if (!preview) return;
    const place = this.place();
    const play = [...(place.play ?? []), ...moves];
    const position = await this.rules.ask<"position">({ do: "position", ...place, play }).catch(() => undefined);
    if (this.preview !== preview) return;
    this.preview = { moves, position };
    this.changed();
  }

  /** Waits for an answer, and shows why there is none. */
  private async guard<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof EngineError && error.stopped)) this.error = error instanceof Error ? error.message : `${error}`;
      this.changed();
      return undefined;
    }
  }
}
