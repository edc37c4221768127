// A drawn tree as the search `mm` grows it, with the means of Rivest's section 3.

import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine";
import { useSession } from "../hooks";
import type { Tree } from "../messages";

/** The tree after so many expansions. */
export async function grow(engine: Engine, position: string, p: number, expansions: number): Promise<Tree> {
  const search = `mm(backup=mean,p=${p})`;
  await engine.ask<"start">({ do: "start", game: "drawn", position, search, budget: "evals=100" });
  await engine.ask<"rewind">({ do: "rewind", expansions });
  return engine.ask<"tree">({ do: "tree" });
}

export function useGrown(position: string, p: number, expansions: number): { tree?: Tree; error?: string } {
  const session = useSession();
  const [answer, setAnswer] = useState<{ tree?: Tree; error?: string }>({});
  useEffect(() => {
    let current = true;
    grow(session.rules, position, p, expansions).then(
      (tree) => current && setAnswer({ tree }),
      (reason) => current && setAnswer({ error: reason.message }),
    );
    return () => { current = false; };
  }, [position, p, expansions]);
  return answer;
}
