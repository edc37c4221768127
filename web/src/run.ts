// A search under way: slices of about thirty milliseconds until its budget is spent or it is stopped.

import { Engine, EngineError } from "./engine";
import type { Best, Query } from "./messages";

const SLICE_MS = 30;
/** Reports are shown this often: more would only keep the page from answering. */
const SHOWN_MS = 100;
/** A slice that takes longer than this after a stop belongs to a depth-first search, which only ends with its worker. */
const PATIENCE_MS = 40;

export class Run {
  private wanted = true;

  constructor(
    readonly engine: Engine,
    readonly query: Query,
    private readonly watch: (report: Best) => void,
  ) {}

  /** Works to the end. Answers with the last report, or nothing if the run was stopped before the first. */
  async finish(): Promise<Best | undefined> {
    let report: Best | undefined;
    try {
      report = await this.engine.ask<"start">({ do: "start", ...this.query });
      let evals = 1000;
      let shown = 0;
      while (this.wanted && report.stop === null) {
        const begun = performance.now();
        report = await this.engine.ask<"work">({ do: "work", evals });
        const elapsed = Math.max(performance.now() - begun, 1);
        evals = Math.min(Math.max(Math.round((evals * SLICE_MS) / elapsed), 100), 4 * evals);
        if (!this.wanted || (begun - shown < SHOWN_MS && report.stop === null)) continue;
        shown = begun;
        this.watch(report);
      }
    } catch (error) {
      if (!(error instanceof EngineError && error.stopped)) throw error;
    }
    return report;
  }

  /** Stops within 50 ms: the slice ends, or the worker does. */
  stop(): void {
    if (!this.wanted) return;
    this.wanted = false;
    setTimeout(() => this.engine.isBusy && this.engine.end(), PATIENCE_MS);
  }

  get isWanted(): boolean {
    return this.wanted;
  }
}
