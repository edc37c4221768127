// A search under way: slices of about thirty milliseconds until its budget is spent or it is stopped.

import { Engine, EngineError } from "./engine";
import type { Best, Query } from "./messages";

const SLICE_MS = 30;
/** Reports are shown this often, unless every one is asked for: more would only keep the page from answering. */
const SHOWN_MS = 100;
/** The first slice; later ones are up to four times as long as the one before. */
const FIRST_SLICE = 100;
/** A slice that takes longer than this after a stop belongs to a depth-first search, which only ends with its worker. */
const PATIENCE_MS = 40;

export class Run {
  private wanted = true;
  /** Whether the engine is at work for this run. */
  private isWorking = false;

  constructor(
    readonly engine: Engine,
    readonly query: Query,
    private readonly watch: (report: Best) => void,
    private readonly rhythm = SHOWN_MS,
  ) {}

  /** Works to the end. Answers with the last report, or nothing if the run was stopped before the first. */
  async finish(): Promise<Best | undefined> {
    let report: Best | undefined;
    // A run that was stopped may still be in its last slice, for which nobody waits.
    if (this.engine.isBusy) this.engine.end();
    this.isWorking = true;
    try {
      report = await this.engine.ask<"start">({ do: "start", ...this.query });
      let evals = FIRST_SLICE;
      let shown = 0;
      while (this.wanted && report.stop === null) {
        const begun = performance.now();
        report = await this.engine.ask<"work">({ do: "work", evals });
        const elapsed = Math.max(performance.now() - begun, 1);
        evals = Math.min(Math.max(Math.round((evals * SLICE_MS) / elapsed), FIRST_SLICE), 4 * evals);
        if (!this.wanted || (begun - shown < this.rhythm && report.stop === null)) continue;
        shown = begun;
        this.watch(report);
      }
    } catch (error) {
      if (!(error instanceof EngineError && error.stopped)) throw error;
    } finally {
      this.isWorking = false;
    }
    return report;
  }

  /** Stops within 50 ms: the slice ends, or the worker does. */
  stop(): void {
    if (!this.wanted) return;
    this.wanted = false;
    setTimeout(() => this.isWorking && this.engine.end(), PATIENCE_MS);
  }

  get isWanted(): boolean {
    return this.wanted;
  }
}
