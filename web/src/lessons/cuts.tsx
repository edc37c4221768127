// Alpha-beta cuts (Knuth and Moore 1975), and cuts at chance nodes (Ballard 1983, Figures 4 and 6).

import { Followed } from "./followed";
import type { Lesson } from "./lesson";

const TWO_MOVES = "+r 4 (-a 4 (p 3, q 5), -b 1 (u 2, v 9))";
/** Figure 4: four outcomes equally likely, the first two worth 5 and 3. */
const FIGURE_4 = "+r 8 (a 8, *b 6 (k 5, l 3, m 10, n 1))";
/** Figure 6: what it leaves open is chosen so that one cut makes the next. */
const FIGURE_6 = "+r 4 (a 4, -m 2 (y 5, *n 2 (k 2, -l -1 (x 3, *o -1 (q -3, s 2, t -2)), p 2)))";
/** The outcomes of Figure 4, each a decision of Min. */
const PROBES = "+r 8 (a 8, *b 6 (-k 5 (k1 5, k2 9), -l 3 (l1 3, l2 9), -m 8 (m1 8, m2 10), -n 1 (n1 1, n2 9)))";

function AlphaBeta() {
  return <Followed position={TWO_MOVES} search="ab" depth={2} range={[0, 10]} />;
}

function Stars(props: { step: number }) {
  if (props.step === 0) return <Followed position={FIGURE_4} search="star1(sort=none)" depth={2} range={[0, 10]} key="figure-4" />;
  if (props.step === 1) return <Followed position={FIGURE_6} search="star1(sort=none)" depth={5} range={[-10, 10]} key="figure-6" />;
  return <Followed position={PROBES} search="star2(sort=none,table=0)" depth={2} range={[0, 10]} key="probes" />;
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
      text: "All values lie between 0 and 10, and b has four equally likely outcomes. When two of them are known to be 5 and 3, the average is at most (5 + 3 + 10 + 10) / 4 = 7. Max has 8 already: the rest of b is cut off.",
      task: "Step back from the end and watch the window of each outcome.",
    },
    {
      title: "Star1: a window below the roll",
      text: "All values lie between −10 and 10, and the roll n matters only between 4 and 5. Its first outcome is 2. The next, l, decides only if (2 + l + 10) / 3 can exceed 4: above 0. So l is searched with the window 0 to 10, and the roll o below it, after x = 3, with 0 to 3. When o falls below 0, one cut makes the next, up to m, with no leaf between them.",
      task: "Find the windows 0 to 10, 0 to 3 and −7 to 10 of the figure.",
    },
    {
      title: "Star2: look at one answer each",
      text: "If Min moves after each outcome, one answer of Min is an upper bound on the outcome. Star2 probes one answer of every outcome before it searches any of them, and the average of the probes is often enough for a cut.",
      task: "Compare how many nodes are entered.",
    },
  ],
};
