// Alpha-beta cuts (Knuth and Moore 1975), and cuts at chance nodes (Ballard 1983, Figures 4 and 6).

import { Followed } from "./followed";
import type { Lesson } from "./lesson";

const TWO_MOVES = "+r 4 (-a 4 (p 3, q 5), -b 1 (u 2, v 9))";
/** Values from 0 to 10, four outcomes equally likely: after 5 and 3 the fourth move cannot be worth more than 7. */
const FIGURE_4 = "+r 8 (a 8, *b 6 (k 5, l 3, m 10, n 0))";
/** The same outcomes, each a decision of Min. */
const FIGURE_6 = "+r 8 (a 8, *b 6 (-k 5 (k1 4, k2 10), -l 5 (l1 3, l2 10), -m 5 (m1 8, m2 10), -n 5 (n1 0, n2 10)))";

function AlphaBeta() {
  return <Followed position={TWO_MOVES} search="ab" depth={2} range={[0, 10]} />;
}

function Stars(props: { step: number }) {
  return props.step === 0 ? (
    <Followed position={FIGURE_4} search="star1(sort=none)" depth={1} range={[0, 10]} key="star1" />
  ) : (
    <Followed position={FIGURE_6} search="star2(sort=none,table=0)" depth={2} range={[0, 10]} key="star2" />
  );
}

export const ALPHA_BETA: Lesson = {
  name: "alpha-beta",
  title: "An alpha-beta cut",
  source: "Knuth and Moore 1975",
  Picture: AlphaBeta,
  steps: [
    { title: "One refutation is enough", text: "Max has a, which is worth 3. Then Min's first answer to b is worth 2: whatever v is, Max will not play b. The search does not look at v.", task: "Step through the events." },
  ],
};

export const STAR: Lesson = {
  name: "star",
  title: "A cut at a roll of the dice",
  source: "Ballard 1983, Figures 4 and 6",
  Picture: Stars,
  steps: [
    { title: "Star1: bounds on an average", text: "All values lie between 0 and 10, and b has four equally likely outcomes. When two of them are known to be 5 and 3, the average is at most (5 + 3 + 10 + 10) / 4 = 7. Max has 8 already: the rest of b is cut off.", task: "Step back from the end and watch the window of each outcome." },
    { title: "Star2: look at one answer each", text: "If Min moves after each outcome, one answer of Min is an upper bound on the outcome. Star2 probes one answer of every outcome before it searches any of them, and the average of the probes is often enough for a cut.", task: "Compare how many nodes are entered." },
  ],
};
