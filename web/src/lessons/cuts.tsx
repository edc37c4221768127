// Alpha-beta cuts (Knuth and Moore 1975), and cuts at chance nodes (Ballard 1983, Figures 4 and 6).

import { Followed } from "./followed";
import type { Lesson } from "./lesson";

const TWO_MOVES = "+r 4 (-a 4 (p 3, q 5), -b 1 (u 2, v 9))";
/** Figure 4 on the scale of drawn trees, 1 to 1023 instead of 0 to 10: four outcomes equally likely, the first two 500 and 300. */
const FIGURE_4 = "+r 800 (a 800, *b 600 (k 500, l 300, m 1000, n 100))";
/** The same outcomes, each a decision of Min. */
const FIGURE_6 =
  "+r 800 (a 800, *b 600 (-k 500 (k1 500, k2 900), -l 300 (l1 300, l2 900), -m 800 (m1 800, m2 1000), -n 100 (n1 100, n2 900)))";

function AlphaBeta() {
  return <Followed position={TWO_MOVES} search="ab" depth={2} range={[0, 10]} />;
}

function Stars(props: { step: number }) {
  return props.step === 0 ? (
    <Followed position={FIGURE_4} search="star1(sort=none)" depth={2} range={[1, 1023]} key="star1" />
  ) : (
    <Followed position={FIGURE_6} search="star2(sort=none,table=0)" depth={2} range={[1, 1023]} key="star2" />
  );
}

export const ALPHA_BETA: Lesson = {
  name: "alpha-beta",
  title: "An alpha-beta cut",
  source: "Knuth and Moore 1975",
  Picture: AlphaBeta,
  steps: [
    {
      title: "One refutation is enough",
      text: "Max has a, which is worth 3. Then Min's first answer to b is worth 2: whatever v is, Max will not play b. The search does not look at v.",
      task: "Step through the events.",
    },
  ],
};

export const STAR: Lesson = {
  name: "star",
  title: "A cut at a roll of the dice",
  source: "Ballard 1983, Figures 4 and 6",
  Picture: Stars,
  steps: [
    {
      title: "Star1: bounds on an average",
      text: "All values lie between 1 and 1023, and b has four equally likely outcomes. When two of them are known to be 500 and 300, the average is at most (500 + 300 + 1023 + 1023) / 4 = 711.5. Max has 800 already: the rest of b is cut off. (The figure has 0 to 10, with 5 and 3.)",
      task: "Step back from the end and watch the window of each outcome.",
    },
    {
      title: "Star2: look at one answer each",
      text: "If Min moves after each outcome, one answer of Min is an upper bound on the outcome. Star2 probes one answer of every outcome before it searches any of them, and the average of the probes is often enough for a cut.",
      task: "Compare how many nodes are entered.",
    },
  ],
};
