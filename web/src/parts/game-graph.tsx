// The values of the game, ply by ply, with the mistakes marked.

import { useSession } from "../hooks";
import { lossOf, position01, showValue } from "../values";

/** A move that loses this share of the range is a mistake, and one that loses more a blunder. */
export const MISTAKE = 0.06;
export const BLUNDER = 0.15;

const [WIDTH, HEIGHT] = [480, 72];

/** The mark of a move: nothing, "?" or "??". */
export function blame(loss: number | undefined): "" | "?" | "??" {
  return loss === undefined || loss < MISTAKE ? "" : loss < BLUNDER ? "?" : "??";
}

export function GameGraph() {
  const session = useSession();
  const { reports, settings, isReviewing } = session;
  const plies = settings.line.length;
  if (plies === 0) return null;
  const at = (ply: number) => (plies === 0 ? 0 : (ply / plies) * WIDTH);
  const leads = reports.slice(0, plies + 1).flatMap((report, ply) => {
    if (report?.value == null) return [];
    return [{ ply, lead: position01(report.value, report.range) - 0.5, text: showValue(report.value, report.range) }];
  });
  // The greatest lead of the game fills the picture, unless it is tiny.
  const most = Math.max(0.04, ...leads.map(({ lead }) => Math.abs(lead)));
  const points = leads.map((sample) => ({ ...sample, x: at(sample.ply), y: (HEIGHT / 2) * (1 - sample.lead / most) }));
  const mistakes = points.filter(({ ply }) => ply < plies && blame(lossOf(reports[ply]!, settings.line[ply]!)) !== "");
  const line = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const missing = plies + 1 - points.length;
  return (
    <div class="graph">
      {points.length > 1 && (
        <svg
          viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`}
          role="img"
          aria-label={`values of the game: ${points.map(({ ply, text }) => `after ply ${ply}, ${text}`).join("; ") || "none yet"}`}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            session.jump(Math.round(((event.clientX - box.left) / box.width) * plies));
          }}
        >
          <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
          <path class="now" d={`M${at(settings.ply)} -4V${HEIGHT + 4}`} />
          <path class="curve" d={line} />
          {points.length < 60 && points.map(({ x, y }) => <circle class="sample" cx={x} cy={y} r={2.5} />)}
          {mistakes.map(({ ply, x, y }) => (
            <circle class={`mistake ${blame(lossOf(reports[ply]!, settings.line[ply]!)) === "??" ? "blunder" : ""}`} cx={x} cy={y} r={5} />
          ))}
        </svg>
      )}
      {missing > 1 && !isReviewing && (
        <button type="button" onClick={() => void session.review()}>
          Analyse the game
        </button>
      )}
      {isReviewing && <p class="soft">analysing: {missing} positions left</p>}
    </div>
  );
}
