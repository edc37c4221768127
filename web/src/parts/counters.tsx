// What a search has spent, and why it stopped.

import type { Best } from "../messages";
import { showCount } from "../values";

export function Counters(props: { report: Best; isRunning: boolean }) {
  const { counters, learned, stop, seconds } = props.report;
  const shown = {
    evals: counters.evals,
    nodes: counters.nodes,
    expansions: counters.expansions,
    moves: counters.moves,
    depth: counters.max_depth,
  };
  return (
    <dl class="counters">
      {Object.entries(shown).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="figure">{showCount(count)}</dd>
        </div>
      ))}
      {learned && (
        <div>
          <dt>constant</dt>
          <dd class="figure">{learned.constant.toFixed(4)}</dd>
        </div>
      )}
      {learned && (
        <div>
          <dt>tempo</dt>
          <dd class="figure">{learned.tempo.toFixed(4)}</dd>
        </div>
      )}
      <div>
        <dt>seconds</dt>
        <dd class="figure">{seconds.toFixed(2)}</dd>
      </div>
      <div class="stop">
        <dt>state</dt>
        <dd>{props.isRunning ? "searching" : stop === null ? "stopped" : `stopped by ${stop}`}</dd>
      </div>
    </dl>
  );
}
