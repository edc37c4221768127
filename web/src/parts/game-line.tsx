// The moves of the game, each a button to the position after it; mistakes have a question mark.

import { useSession } from "../hooks";
import { lossOf } from "../values";
import { blame } from "./game-graph";

export function GameLine() {
  const session = useSession();
  const { line, ply } = session.settings;
  if (line.length === 0) return null;
  return (
    <ol class="game-line" aria-label="moves of the game">
      {line.map((move, index) => {
        const report = session.reports[index];
        const mark = report && report.turn !== "chance" ? blame(lossOf(report, move)) : "";
        return (
          <li key={index} class={index >= ply ? "undone" : ""}>
            <button
              type="button"
              class={report?.turn ?? ""}
              aria-current={index + 1 === ply ? "step" : undefined}
              aria-label={`ply ${index + 1}: ${move}${mark === "" ? "" : mark === "?" ? ", mistake" : ", blunder"}`}
              onClick={() => session.jump(index + 1)}
            >
              {move}
              <b>{mark}</b>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
