// Rivest 1987, section 3.5, Figures 2 to 6: one expansion by min/max approximation.

import { FIGURE_2 } from "../messages";
import { fromTree } from "../tree/from-tree";
import { Picture } from "../tree/picture";
import { showNumber } from "../values";
import { named, useGrown, withMeans } from "./grown";
import type { Lesson } from "./lesson";

/** The search and the expansions that each step shows, and whether it shows penalties. */
const SHOWN: { search?: string; expansions: number; penalties: boolean }[] = [
  { search: "mm", expansions: 2, penalties: false },
  { expansions: 2, penalties: false },
  { expansions: 2, penalties: true },
  { expansions: 3, penalties: false },
  { expansions: 3, penalties: true },
];

function Figures(props: { step: number }) {
  const { search = withMeans(10), expansions, penalties } = SHOWN[props.step]!;
  const { tree, error } = useGrown(FIGURE_2, search, expansions);
  if (error)
    return (
      <p class="error" role="alert">
        {error}
      </p>
    );
  if (!tree) return null;
  const root = named(fromTree(tree, [], penalties), "s");
  return (
    <Picture
      root={penalties ? root : withoutNext(root)}
      range={[1, 20]}
      direction="down"
      label="the tree of the figures"
      height={360}
      show={(value) => (value === null ? "" : showNumber(value, 3))}
    />
  );
}

/** The first steps do not show yet where the search will go. */
function withoutNext(node: ReturnType<typeof fromTree>): ReturnType<typeof fromTree> {
  return { ...node, next: false, children: node.children.map(withoutNext) };
}

export const RIVEST: Lesson = {
  name: "rivest",
  title: "Which tip comes next?",
  source: "Rivest 1987, Figures 2 to 6",
  Picture: Figures,
  steps: [
    {
      title: "A partial tree",
      text: "Max moves at s, Min at u. The tips t = 2, w = 10 and x = 12 have static values. Minimax would say 10: Max goes to u, Min answers w.",
    },
    {
      title: "Means instead of max and min",
      text: "A generalised mean with p = 10 stands for max, and one with −10 for min. They are close to max and min, but every tip has a part in the root: u is worth 10.558 and s 9.851.",
    },
    {
      title: "The derivative says where to look",
      text: "The penalty of an edge is the negative logarithm of its derivative, and a tip's penalty P is the sum along its path. The root depends most on the tip with the least penalty: w has 0.165, x 2.170, t 15.043. So w is expanded next.",
    },
    { title: "w is expanded", text: "Its children y and z are both worth 11. The values above change: w becomes 11, u 11.384, s 10.622." },
    {
      title: "The penalties move",
      text: "Now y and z share the weight of w and have 1.078 each, and x has 1.342. The search goes to y next: it stays where the value of the root is decided, and turns away when that is settled.",
    },
  ],
};
