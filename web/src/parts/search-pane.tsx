// The right column: the search that analyses, what it may spend, and what it has found.

import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../hooks";
import { readSpec } from "../spec";
import { Counters } from "./counters";
import { Curve } from "./curve";
import { MoveTable } from "./move-table";
import { BudgetField, SearchForm } from "./search-form";

export function SearchPane() {
  const session = useSession();
  const { settings, catalogue, position, report, activity } = session;
  const isRunning = activity !== "idle";
  const again = (change: object) => {
    session.set(change);
    if (settings.analyse) void session.analyse();
  };
  const evaluators = catalogue?.games.find(({ name }) => name === readSpec(settings.game).name)?.evaluators ?? [];
  return (
    <section class="pane search-pane" aria-labelledby="search-heading">
      <div class="heading">
        <h2 id="search-heading">Search</h2>
        <span class="spring" />
        {isRunning ? (
          <button type="button" class="main" onClick={() => (session.halt(), session.changed())}>
            Stop
          </button>
        ) : (
          <button type="button" class="main" disabled={position?.turn === "over"} onClick={() => void session.analyse()}>
            Analyse
          </button>
        )}
      </div>
      {session.error && (
        <p class="error" role="alert">
          {session.error}
        </p>
      )}
      <SearchForm
        label="search"
        catalogue={catalogue}
        search={settings.search}
        usual={position?.usual_search ?? ""}
        change={(search) => again({ search })}
      />
      <div class="pair">
        <BudgetField budget={settings.budget} change={(budget) => again({ budget })} />
        <label>
          <span>evaluator</span>
          <select value={settings.eval} onChange={(event) => again({ eval: event.currentTarget.value })}>
            {evaluators.map(({ name }, index) => (
              <option value={index === 0 ? "" : name} key={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.analyse}
          onChange={(event) => (session.set({ analyse: event.currentTarget.checked }), void session.follow())}
        />{" "}
        analyse every position
      </label>
      {report && <MoveTable report={report} />}
      {report && <Counters report={report} isRunning={isRunning} />}
      <ValueCurve />
    </section>
  );
}

/** The value of the root while the search goes on. */
function ValueCurve() {
  const { report, generation } = useSession();
  const [points, setPoints] = useState<[number, number][]>([]);
  const shown = useRef(generation);
  useEffect(() => {
    if (report?.value == null) return;
    const point: [number, number] = [report.counters.evals, report.value];
    const isNew = shown.current !== generation;
    shown.current = generation;
    setPoints((before) => (isNew ? [point] : [...before.filter(([evals]) => evals < point[0]), point]));
  }, [report]);
  return points.length > 1 ? <Curve label="value" across="evaluations" series={[{ name: "value", colour: "--accent", points }]} /> : null;
}
