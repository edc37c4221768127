// The frame of the page: the head with the views, and the keys that work everywhere.

import { useEffect, useState } from "preact/hooks";
import { useSession } from "../hooks";
import { Icon } from "../parts/icon";
import { readSpec } from "../spec";
import type { View } from "../settings";
import { readTheme, showTheme, type Theme } from "../theme";
import { CompareView } from "./compare";
import { LearnView } from "./learn";
import { PlayView } from "./play";

const VIEWS: [View, string][] = [
  ["play", "Play"],
  ["compare", "Compare"],
  ["learn", "Learn"],
];

export function App() {
  const session = useSession();
  const { view } = session.settings;
  const [showsKeys, setShowsKeys] = useState(false);
  useKeys(() => setShowsKeys((shown) => !shown));
  const go = (view: View) => {
    session.halt();
    session.set({ view });
    void session.follow();
  };
  return (
    <>
      <header class="top">
        <h1>
          <Mark /> Tiptree <span>Studio</span>
        </h1>
        <nav aria-label="views">
          {VIEWS.map(([name, title]) => (
            <button type="button" key={name} aria-current={view === name ? "page" : undefined} onClick={() => go(name)}>
              {title}
            </button>
          ))}
        </nav>
        <span class="spring" />
        {view !== "learn" && <GameSelect />}
        <ThemeSelect />
      </header>
      <main>
        {view === "play" && <PlayView />}
        {view === "compare" && <CompareView />}
        {view === "learn" && <LearnView />}
      </main>
      {showsKeys && <Keys close={() => setShowsKeys(false)} />}
    </>
  );
}

/** A tree with its bright line, as small as a letter. */
function Mark() {
  return (
    <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
      <path class="branch" d="M12 3L5 12M12 3L19 12M19 12L15 21" />
      <path class="bright" d="M12 3L19 12L22 21" />
      <circle cx="12" cy="4" r="2.6" />
      <circle cx="5" cy="12" r="2.2" />
      <circle cx="19" cy="12" r="2.2" />
      <circle cx="15" cy="20" r="1.8" />
      <circle class="tip" cx="22" cy="20" r="2" />
    </svg>
  );
}

function GameSelect() {
  const session = useSession();
  const { game } = session.settings;
  const games = session.catalogue?.games ?? [];
  const name = readSpec(game).name;
  return (
    <label class="game-select">
      <span class="unseen">game</span>
      <select value={game} onChange={(event) => session.begin({ game: event.currentTarget.value })}>
        {game !== name && <option value={game}>{game}</option>}
        {games.map((entry) => (
          <option value={entry.name} key={entry.name}>
            {entry.name}
          </option>
        ))}
        {games.length === 0 && <option value={game}>{game}</option>}
      </select>
    </label>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useState<Theme>(readTheme());
  const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
  return (
    <button
      type="button"
      class="theme"
      aria-label={`theme: ${theme}; change`}
      title={`theme: ${theme}`}
      onClick={() => {
        showTheme(next[theme]);
        setTheme(next[theme]);
      }}
    >
      <Icon name={theme} />
    </button>
  );
}

const KEYS = [
  ["1 … 9, a …", "play a move of one letter"],
  ["← →", "undo, redo"],
  ["Home, End", "to the start, to the end"],
  ["Enter", "play the best move found"],
  ["s", "start or stop the analysis"],
  ["n", "new game"],
  ["Tab, then arrows", "walk through the tree; + − 0 zoom, Enter opens"],
  ["?", "this list"],
];

function Keys(props: { close(): void }) {
  return (
    <div class="overlay" role="dialog" aria-modal="true" aria-label="keys" onClick={props.close}>
      <div class="card">
        <h2>Keys</h2>
        <dl>
          {KEYS.map(([key, does]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <button type="button" class="main" onClick={props.close} ref={(button) => button?.focus()}>
          Close
        </button>
      </div>
    </div>
  );
}

/** Keys that work wherever no field has the focus. */
function useKeys(toggleKeys: () => void): void {
  const session = useSession();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName)) return;
      const { settings, position, report } = session;
      const isControl = target.tagName === "BUTTON" || target.tagName === "SUMMARY" || target.getAttribute("role") === "button";
      const keys: Record<string, () => void> = {
        "?": toggleKeys,
        ...(document.querySelector(".overlay") ? { Escape: toggleKeys } : {}),
        ArrowLeft: () => session.jump(settings.ply - 1),
        ArrowRight: () => session.jump(settings.ply + 1),
        Home: () => session.jump(0),
        End: () => session.jump(settings.line.length),
      };
      if (settings.view === "play") {
        const moves = position?.moves.map(({ move }) => move) ?? [];
        const move =
          moves.find((move) => move === event.key) ??
          (moves.filter((move) => move.startsWith(event.key)).length === 1 ? moves.find((move) => move.startsWith(event.key)) : undefined);
        const isPersons = position && session.playerOf(position.turn) === undefined;
        if (move && isPersons && /^[0-9a-z]$/.test(event.key)) keys[event.key] = () => session.play(move);
        else {
          keys.s = () => (session.activity === "idle" ? void session.analyse() : (session.halt(), session.changed()));
          keys.n = () => session.begin({});
        }
        if (isPersons && report?.best && !isControl) keys.Enter = () => session.play(report.best!);
      }
      const action = keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [session]);
}
