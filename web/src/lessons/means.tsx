// Rivest 1987, Table 1 and equation 10: generalised means, with p to drag.

import { useEffect, useState } from "preact/hooks";
import { useSession } from "../hooks";
import { FIGURE_2 } from "../messages";
import { Curve } from "../parts/curve";
import { fromTree } from "../tree/from-tree";
import { Picture } from "../tree/picture";
import { showNumber } from "../values";
import { grow, named, useGrown, withMeans } from "./grown";
import type { Lesson } from "./lesson";

/** The values of Table 1, as the children of one Max node. */
const TABLE_1 = "+m 32 (a 10, b 21, c 29, d 32)";
const POWERS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40];

function Means(props: { step: number }) {
  const session = useSession();
  const [p, setP] = useState(10);
  const [curve, setCurve] = useState<[number, number][]>([]);
  const [position, expansions] = props.step === 0 ? [TABLE_1, 1] : [FIGURE_2, props.step === 1 ? 2 : 3];
  const { tree, error } = useGrown(position, withMeans(p), expansions);
  useEffect(() => {
    void (async () => {
      const points: [number, number][] = [];
      for (const power of POWERS) points.push([power, (await grow(session.rules, TABLE_1, withMeans(power), 1)).tree.value ?? 0]);
      setCurve(points);
    })().catch(() => {});
  }, []);
  if (error)
    return (
      <p class="error" role="alert">
        {error}
      </p>
    );
  return (
    <>
      <label class="drag">
        <span>
          p = <b class="figure">{p}</b>
        </span>
        <input type="range" min={1} max={40} step={0.5} value={p} onInput={(event) => setP(Number(event.currentTarget.value))} />
      </label>
      {tree && (
        <>
          <Picture
            root={named(fromTree(tree, [], props.step > 0), props.step === 0 ? "m" : "s")}
            range={props.step === 0 ? [1, 44] : [1, 20]}
            direction="down"
            label="the tree"
            height={props.step === 0 ? 220 : 330}
            show={(value) => (value === null ? "" : showNumber(value, 3))}
          />
          {props.step === 0 && (
            <table class="moves small">
              <caption class="unseen">derivatives of the mean</caption>
              <thead>
                <tr>
                  <th scope="col">child</th>
                  <th scope="col">value</th>
                  <th scope="col">derivative</th>
                </tr>
              </thead>
              <tbody>
                {[...tree.tree.children]
                  .sort((a, b) => a.moves[0]!.localeCompare(b.moves[0]!))
                  .map((child) => (
                    <tr key={child.moves[0]}>
                      <th scope="row">{child.moves[0]}</th>
                      <td class="figure">{child.value}</td>
                      <td class="figure">{derivative(child.penalty)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {props.step === 0 && curve.length > 0 && (
        <Curve
          label="mean of 10, 21, 29, 32"
          across="p"
          series={[
            { name: "mean", colour: "--accent", points: curve },
            { name: "this p", colour: "--max", points: [[p, tree?.tree.value ?? 0]] },
          ]}
          height={150}
        />
      )}
    </>
  );
}

/** The penalty of an edge is the negative logarithm of the derivative. */
const derivative = (penalty: number | null) => (penalty === null ? "–" : Math.exp(-penalty).toFixed(4));

export const MEANS: Lesson = {
  name: "means",
  title: "Between the mean and the maximum",
  source: "Rivest 1987, Table 1 and equation 10",
  Picture: Means,
  steps: [
    {
      title: "One mean for every p",
      text: "With p = 1 the generalised mean is the average, 23. As p grows it nears the maximum, 32. The derivative by each child says how much it matters: equal parts at first, nearly everything for the greatest child in the end.",
      task: "Drag p.",
    },
    {
      title: "The penalties follow p",
      text: "In Rivest's tree a small p makes the search broad, because all tips have similar penalties; a large p makes it follow the best line.",
      task: "Drag p and watch the bright line.",
    },
    {
      title: "When does the search turn away?",
      text: "After w is expanded, y and x compete.",
      task: "Find the p at which the next tip changes from y to x.",
    },
  ],
};
