// A drawn tree as the search `mm` grows it, with the means of Rivest's section 3.

import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine";
import { useSession } from "../hooks";
import type { Tree } from "../messages";
import type { Node } from "../tree/node";

/** Min/max approximation with generalised means of power p. */
export const withMeans = (p: number) => `mm(backup=mean,p=${p})`;

/** Names the root, and draws children in the order of the drawing: their names are in the order of the alphabet. */
export function named(node: Node, root?: string): Node {
  const children = node.children.map((child) => named(child)).sort((a, b) => a.label.localeCompare(b.label));
  return { ...node, label: root ?? node.label, children };
}

/** A worker holds one search, so that one tree is grown after the other. */
let last: Promise<unknown> = Promise.resolve();

/** The tree after so many expansions. */
export function grow(engine: Engine, position: string, search: string, expansions: number): Promise<Tree> {
  const grown = last.then(() => growNow(engine, position, search, expansions));
  last = grown.catch(() => {});
  return grown;
}

async function growNow(engine: Engine, position: string, search: string, expansions: number): Promise<Tree> {
  await engine.ask<"start">({ do: "start", game: "drawn", position, search, budget: "evals=100" });
  await engine.ask<"rewind">({ do: "rewind", expansions });
  return engine.ask<"tree">({ do: "tree" });
}

export function useGrown(position: string, search: string, expansions: number): { tree?: Tree; error?: string } {
  const session = useSession();
  const [answer, setAnswer] = useState<{ tree?: Tree; error?: string }>({});
  useEffect(() => {
    let current = true;
    grow(session.rules, position, search, expansions).then(
      (tree) => current && setAnswer({ tree }),
      (reason) => current && setAnswer({ error: reason.message }),
    );
    return () => {
      current = false;
    };
  }, [position, search, expansions]);
  return answer;
}
