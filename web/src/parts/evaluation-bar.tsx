// The value of the position between Min's best and Max's best.

import { useSession } from "../hooks";
import { position01, showProven, showValue } from "../values";

export function EvaluationBar() {
  const { report, position, solve } = useSession();
  const isOver = position?.turn === "over" && position.payoff !== null;
  const range = isOver ? position.payoffs : report?.range;
  const value = isOver ? position.payoff : (report?.value ?? null);
  const share = value === null || !range ? 0.5 : position01(value, range);
  const words =
    value === null || !range
      ? "no value yet"
      : `value ${showValue(value, range)} on ${showValue(range[0], range)} to ${showValue(range[1], range)}`;
  const proven = !isOver && report?.proven ? showProven(report.proven) : "";
  const exact = solve ? `exact score ${solve.score > 0 ? "+" : ""}${solve.score} for the side to move` : "";
  return (
    <div class="evaluation">
      <div class="evaluation-bar" role="img" aria-label={`evaluation: ${words}`}>
        <div class="max" style={{ width: `${100 * share}%` }} />
      </div>
      <p>
        <span class="figure" data-testid="value">
          {value === null || !range ? "–" : showValue(value, range)}
        </span>
        <span class="soft">{range ? ` on ${showValue(range[0], range)} to ${showValue(range[1], range)}` : ""}</span>
        <span class="spring" />
        <strong>{exact || proven}</strong>
      </p>
    </div>
  );
}
