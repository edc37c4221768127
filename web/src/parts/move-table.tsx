// Every legal move with its value, how it is known, and its share of the search.

import { useSession } from "../hooks";
import type { Best, RootMove } from "../messages";
import { boundInWords, showMove, showProven, showShare } from "../values";

/** The best move first, then by value for the player to move. */
export function inOrderOfValue({ moves, best, turn }: Best): RootMove[] {
  const sign = turn === "min" ? 1 : -1;
  const rank = (move: RootMove) => (move.move === best ? -Infinity : move.value === null ? Infinity : sign * move.value);
  return turn === "chance" ? moves : [...moves].sort((a, b) => rank(a) - rank(b));
}

/** Rows that are shown before "all" is asked for. */
const MOST = 40;

export function MoveTable(props: { report: Best }) {
  const session = useSession();
  const { report } = props;
  const isCurrent = report.turn === session.position?.turn;
  return (
    <table class="moves" onPointerLeave={() => void session.show([])}>
      <caption class="unseen">values of the legal moves</caption>
      <thead>
        <tr>
          <th scope="col">move</th>
          <th scope="col">value</th>
          <th scope="col">share</th>
          <th scope="col" class="wide">
            known
          </th>
        </tr>
      </thead>
      <tbody>
        {inOrderOfValue(report)
          .slice(0, MOST)
          .map((move) => (
            <tr key={move.move} onPointerEnter={() => void session.show([move.move])}>
              <th scope="row">
                <button
                  type="button"
                  class={move.move === report.best ? "best" : ""}
                  disabled={!isCurrent}
                  onClick={() => session.play(move.move)}
                  onFocus={() => void session.show([move.move])}
                  onBlur={() => void session.show([])}
                >
                  {move.move}
                </button>
              </th>
              <td class={move.proven ? "figure proven" : "figure"}>{showMove(move, report.range)}</td>
              <td class="figure share">
                <i class="bar" style={{ width: `${Math.round(36 * (move.share ?? 0))}px` }} />
                {move.share === null ? "" : showShare(move.share)}
              </td>
              <td class="wide soft">{move.proven ? showProven(move.proven) : move.value === null ? "" : boundInWords(move)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
