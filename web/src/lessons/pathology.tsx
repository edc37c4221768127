// Nau's pathology: on P-games, deeper minimax decides worse (Nau 1982; Nau, Purdom and Tzeng 1986).

import { useEffect, useRef, useState } from "preact/hooks";
import { Engine } from "../engine";
import { Curve } from "../parts/curve";
import type { Lesson } from "./lesson";

const HEIGHT = 10;
/** One ply from the end the evaluator is always right, which is no pathology of the rule. */
const DEEPEST = HEIGHT - 2;
const BOARDS = 600;
const RULES = [
  { name: "minimax", colour: "--first" },
  { name: "product", colour: "--second" },
] as const;

/** Right decisions and boards that count, by rule and depth. */
type Tally = Record<string, number[]>;

/** Decides one board by every rule at every depth. Boards on which both moves are worth the same say nothing. */
async function decide(engine: Engine, seed: number, tally: Tally): Promise<boolean> {
  const place = { game: `pgame(height=${HEIGHT})`, seed };
  const ask = async (search: string) => {
    await engine.ask<"start">({ do: "start", ...place, search, budget: `depth=${HEIGHT}` });
    return engine.ask<"work">({ do: "work", evals: 1e9 });
  };
  const exact = await ask(`minimax(depth=${HEIGHT})`);
  const right = new Set(exact.best_moves);
  if (right.size !== 1) return false;
  for (const { name } of RULES) {
    for (let depth = 1; depth <= DEEPEST; depth++) {
      const { best_moves } = await ask(`${name}(depth=${depth})`);
      tally[name]![depth] = (tally[name]![depth] ?? 0) + best_moves.filter((move) => right.has(move)).length / best_moves.length;
    }
  }
  return true;
}

function Pathology() {
  const [tally, setTally] = useState<Tally>({});
  const [boards, setBoards] = useState(0);
  const [error, setError] = useState("");
  const engine = useRef(new Engine());
  useEffect(() => {
    let current = true;
    const counts: Tally = Object.fromEntries(RULES.map(({ name }) => [name, []]));
    void (async () => {
      let used = 0;
      for (let seed = 1; seed <= 4 * BOARDS && used < BOARDS && current; seed++) {
        if (await decide(engine.current, seed, counts)) used++;
        if (!current) return;
        if (used % 10 === 0) {
          setTally({ ...counts });
          setBoards(used);
        }
      }
    })().catch((reason) => current && setError(reason.message));
    return () => {
      current = false;
      engine.current.end();
    };
  }, []);
  if (error)
    return (
      <p class="error" role="alert">
        {error}
      </p>
    );
  const series = RULES.map(({ name, colour }, index) => ({
    name,
    colour,
    ...(index === 1 ? { dash: [6, 4] } : {}),
    points: (tally[name] ?? []).flatMap((right, depth): [number, number][] =>
      boards > 0 && right !== undefined ? [[depth, (100 * right) / boards]] : [],
    ),
  }));
  return (
    <>
      <Curve label="right decisions in %" across="search depth" series={series} height={260} />
      <table class="moves small">
        <caption class="unseen">right decisions in per cent</caption>
        <thead>
          <tr>
            <th scope="col">depth</th>
            {Array.from({ length: DEEPEST }, (_, index) => (
              <th scope="col" key={index}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ name, points }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {points.map(([depth, percent]) => (
                <td class="figure" key={depth}>
                  {percent.toFixed(0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft figure">
        {boards} of {BOARDS} boards, pgame(height={HEIGHT}), evaluator e1
      </p>
    </>
  );
}

export const PATHOLOGY: Lesson = {
  name: "pathology",
  title: "When deeper is worse",
  source: "Nau 1982; Nau, Purdom and Tzeng 1986",
  Picture: Pathology,
  steps: [
    {
      title: "A P-game",
      text: "Two players split a board of random squares in half, turn by turn; the last square decides. The evaluator counts ones. On boards where one move wins and the other loses, how often does each rule find the winning one?",
      task: "Watch the curves settle. A rule that decides worse at a greater depth is called pathological.",
    },
  ],
};
