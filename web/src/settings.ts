// The whole state of the page, as it stands in the address: what is there can be sent to somebody else.

export type View = "play" | "compare" | "learn";

export interface Settings {
  view: View;
  game: string;
  /** The evaluator; the game's first if empty. */
  eval: string;
  seed: number;
  /** Where the game begins; the game's start if empty. */
  position: string;
  /** The moves and rolls of the game, also those that were taken back. */
  line: string[];
  /** How many of them are played on the board. */
  ply: number;
  /** The searches that play; empty for a person. */
  max: string;
  min: string;
  /** What a search that plays may spend on a move. */
  strength: string;
  dice: "rolled" | "chosen";
  /** The search that analyses, and what it may spend. */
  search: string;
  budget: string;
  analyse: boolean;
  /** The other search of the comparison. */
  rival: string;
  lesson: string;
  step: number;
}

export const DEFAULTS: Settings = {
  view: "play",
  game: "connect4",
  eval: "",
  seed: 1,
  position: "",
  line: [],
  ply: 0,
  max: "",
  min: "",
  strength: "moves=2000",
  dice: "rolled",
  search: "",
  budget: "moves=100k",
  analyse: true,
  rival: "",
  lesson: "",
  step: 0,
};

/** Moves are separated by a semicolon: commas and dots are part of some moves. */
const BETWEEN = ";";

/** Reads the part of an address behind `#`. Unknown names are ignored, so that old addresses keep working. */
export function readHash(hash: string): Settings {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const settings: Settings = { ...DEFAULTS };
  const text = (key: "game" | "eval" | "position" | "max" | "min" | "strength" | "search" | "budget" | "rival" | "lesson") => {
    settings[key] = query.get(key) ?? DEFAULTS[key];
  };
  (["game", "eval", "position", "max", "min", "strength", "search", "budget", "rival", "lesson"] as const).forEach(text);
  const count = (key: string, otherwise: number) => {
    const value = Number(query.get(key) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : otherwise;
  };
  settings.line = (query.get("line") ?? "").split(BETWEEN).filter((move) => move !== "");
  settings.ply = Math.min(count("ply", settings.line.length), settings.line.length);
  settings.seed = count("seed", DEFAULTS.seed);
  settings.step = count("step", 0);
  settings.dice = query.get("dice") === "chosen" ? "chosen" : "rolled";
  settings.analyse = query.get("analyse") !== "no";
  const view = query.get("view");
  settings.view = view === "compare" || view === "learn" ? view : "play";
  return settings;
}

/** Writes what differs from the defaults. */
export function writeHash(settings: Settings): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(settings)) {
    if (key === "ply" || key === "line" || key === "analyse" || value === DEFAULTS[key as keyof Settings]) continue;
    query.set(key, `${value}`);
  }
  if (settings.line.length > 0) query.set("line", settings.line.join(BETWEEN));
  if (settings.ply !== settings.line.length) query.set("ply", `${settings.ply}`);
  if (!settings.analyse) query.set("analyse", "no");
  return `#${query}`;
}
