// Two searches on one position with the same budget: the move, the value over time, the depth, and where they differ.

import { useEffect, useRef, useState } from "preact/hooks";
import { boardOf } from "../boards";
import { Engine, EngineError } from "../engine";
import { useSession } from "../hooks";
import type { Best } from "../messages";
import { Curve } from "../parts/curve";
import { Counters } from "../parts/counters";
import { status } from "../parts/board-pane";
import { Icon } from "../parts/icon";
import { BudgetField, SearchForm } from "../parts/search-form";
import { Run } from "../run";
import { readSpec } from "../spec";
import { marksOf, showMove, showProven, showShare, showValue } from "../values";

/** One side: the search, its reports and the curve of its values. */
interface Side {
  report?: Best;
  values: [number, number][];
  depths: [number, number][];
  error?: string;
  isRunning: boolean;
}

const NOTHING: Side = { values: [], depths: [], isRunning: false };
const COLOURS = ["--first", "--second"];

export function CompareView() {
  const session = useSession();
  const { settings, catalogue, position } = session;
  const engines = useRef([new Engine(), new Engine()]);
  const runs = useRef<Run[]>([]);
  const [sides, setSides] = useState<Side[]>([NOTHING, NOTHING]);
  const usual = position?.usual_search ?? "mm-fast";
  const searches = [
    settings.search || usual,
    settings.rival || (position?.moves.some(({ chance }) => chance !== null) ? "expectimax" : "pvs"),
  ];

  const stop = () => runs.current.forEach((run) => run.stop());
  useEffect(() => () => (stop(), engines.current.forEach((engine) => engine.end())), []);
  const change = (index: number, change: Partial<Side>) =>
    setSides((before) => before.map((side, at) => (at === index ? { ...side, ...change } : side)));

  const start = () => {
    stop();
    runs.current = searches.map((search, index) => {
      const [values, depths]: [number, number][][] = [[], []];
      const show = (report: Best) => {
        const { evals, max_depth } = report.counters;
        if (report.value !== null) values!.push([evals, report.value]);
        depths!.push([evals, max_depth]);
        change(index, { report, values: [...values!] as Side["values"], depths: [...depths!] as Side["depths"] });
      };
      const run = new Run(engines.current[index]!, session.query(search, settings.budget), show, 0);
      change(index, { ...NOTHING, report: undefined, error: undefined, isRunning: true });
      run.finish().then(
        (report) => {
          if (report && run.isWanted) show(report);
          change(index, { isRunning: false });
        },
        (reason: EngineError) => change(index, { isRunning: false, error: reason.message }),
      );
      return run;
    });
  };
  useEffect(() => {
    if (position && position.turn !== "over") start();
  }, [position?.key]);

  const isRunning = sides.some((side) => side.isRunning);
  if (!position) return <p class="empty">{session.error ?? "Loading the module …"}</p>;
  const Board = boardOf(position.game);
  const [first, second] = sides as [Side, Side];
  return (
    <div class="compare">
      <section class="pane" aria-label="position">
        <p class="status">
          <i class={`dot ${position.turn}`} /> <span>{status(position)}</span>
        </p>
        {Board ? (
          <Board
            drawing={position.drawing}
            turn={position.turn}
            moves={position.moves.map(({ move }) => move)}
            marks={first.report ? marksOf(first.report) : new Map()}
            last={settings.line[settings.ply - 1]}
            play={(move) => session.play(move)}
          />
        ) : (
          <pre class="drawing">{position.drawing}</pre>
        )}
        <div class="controls">
          <button type="button" aria-label="undo" disabled={settings.ply === 0} onClick={() => session.jump(settings.ply - 1)}>
            <Icon name="back" />
          </button>
          <button
            type="button"
            aria-label="redo"
            disabled={settings.ply === settings.line.length}
            onClick={() => session.jump(settings.ply + 1)}
          >
            <Icon name="forth" />
          </button>
          <span class="spring" />
          {isRunning ? (
            <button type="button" class="main" onClick={stop}>
              Stop
            </button>
          ) : (
            <button type="button" class="main" onClick={start}>
              Compare
            </button>
          )}
        </div>
        <BudgetField label="budget of each search" budget={settings.budget} change={(budget) => session.set({ budget })} />
        {first.report && <p class="soft summary">The values on the board are those of {readSpec(first.report.search).name}.</p>}
        <Verdict first={first.report} second={second.report} />
      </section>
      {sides.map((side, index) => (
        <section class={`pane side side-${index}`} key={index} aria-label={`search ${index + 1}`}>
          <SearchForm
            label={index === 0 ? "first search" : "second search"}
            catalogue={catalogue}
            search={searches[index]!}
            usual={searches[index]!}
            change={(search) => session.set(index === 0 ? { search } : { rival: search })}
          />
          {side.error && (
            <p class="error" role="alert">
              {side.error}
            </p>
          )}
          {side.report && (
            <>
              <p class="answer">
                <strong>{side.report.best ?? "a roll"}</strong>{" "}
                <span class="figure">{showValue(side.report.value, side.report.range)}</span>{" "}
                <span class="soft">{side.report.proven ? showProven(side.report.proven) : ""}</span>
              </p>
              <p class="variation">
                <span class="soft">line</span> {side.report.pv.slice(0, 12).join(" ") || "–"}
              </p>
              <Counters report={side.report} isRunning={side.isRunning} />
            </>
          )}
        </section>
      ))}
      <section class="pane curves" aria-label="curves">
        {(["value", "depth"] as const).map((label) => (
          <Curve
            key={label}
            label={label}
            across="evaluations"
            isLogarithmic
            series={sides.map((side, index) => ({
              name: searches[index]!,
              colour: COLOURS[index]!,
              points: label === "value" ? side.values : side.depths,
              ...(index === 1 ? { dash: [6, 4] } : {}),
            }))}
            height={label === "value" ? 180 : 140}
          />
        ))}
        {first.report && second.report && <Both reports={[first.report, second.report]} />}
      </section>
    </div>
  );
}

/** The sentence that says whether they agree. */
function Verdict(props: { first?: Best; second?: Best }) {
  const { first, second } = props;
  if (!first?.best || !second?.best)
    return (
      <p class="verdict" aria-live="polite">
        –
      </p>
    );
  const [a, b] = [readSpec(first.search).name, readSpec(second.search).name];
  const inFirst = first.moves.find(({ move }) => move === second.best);
  const text =
    first.best === second.best
      ? `Both play ${first.best}.`
      : `They differ: ${a} plays ${first.best}, ${b} plays ${second.best}, which ${a} values at ${inFirst ? showMove(inFirst, first.range) : "–"}.`;
  return (
    <p class={first.best === second.best ? "verdict" : "verdict differs"} aria-live="polite">
      {text}
    </p>
  );
}

/** Every move as both searches see it. */
function Both(props: { reports: [Best, Best] }) {
  const [first, second] = props.reports;
  const names = first.moves.map(({ move }) => move).slice(0, 30);
  const cell = (report: Best, name: string) => {
    const move = report.moves.find((entry) => entry.move === name);
    return (
      <>
        <td class={`figure ${move?.proven ? "proven" : ""} ${report.best === name ? "best" : ""}`}>
          {move ? showMove(move, report.range) : "–"}
        </td>
        <td class="figure soft">{move?.share == null ? "" : showShare(move.share)}</td>
      </>
    );
  };
  return (
    <table class="moves both">
      <caption class="unseen">values of the moves by both searches</caption>
      <thead>
        <tr>
          <th scope="col">move</th>
          <th scope="colgroup" colSpan={2}>
            {readSpec(first.search).name}
          </th>
          <th scope="colgroup" colSpan={2}>
            {readSpec(second.search).name}
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cell(first, name)}
            {cell(second, name)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
