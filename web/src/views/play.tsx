// Play and analyse: board, tree and search side by side, or one at a time on a narrow screen.

import { useState } from "preact/hooks";
import { BoardPane } from "../parts/board-pane";
import { SearchPane } from "../parts/search-pane";
import { TreePane } from "../tree/pane";

const TABS = ["Board", "Tree", "Search"] as const;

export function PlayView() {
  const [tab, setTab] = useState<(typeof TABS)[number]>("Board");
  return (
    <div class="play" data-tab={tab}>
      <BoardPane />
      <TreePane />
      <SearchPane />
      <nav class="tabs" aria-label="panes">
        {TABS.map((name) => (
          <button type="button" key={name} aria-current={tab === name ? "true" : undefined} onClick={() => setTab(name)}>
            {name}
          </button>
        ))}
      </nav>
    </div>
  );
}
