// Who plays: a person or a search on either side, how strong, and who rolls the dice.

import { useSession } from "../hooks";

const STRENGTHS = ["moves=50", "moves=500", "moves=2000", "moves=20k", "moves=200k"];

export function Players() {
  const session = useSession();
  const { settings, catalogue, position } = session;
  const searches = catalogue?.searches.map(({ name }) => name) ?? [];
  const change = (change: object) => {
    session.set(change);
    session.isPaused = false;
    session.halt();
    void session.follow();
  };
  const strengths = STRENGTHS.includes(settings.strength) ? STRENGTHS : [...STRENGTHS, settings.strength];
  return (
    <fieldset class="players">
      <legend>Players</legend>
      {(["max", "min"] as const).map((side) => (
        <label key={side}>
          <span>
            <i class={`dot ${side}`} /> {side === "max" ? "Max" : "Min"}
          </span>
          <select value={settings[side]} onChange={(event) => change({ [side]: event.currentTarget.value })}>
            <option value="">you</option>
            {[...new Set([settings[side], "usual", ...searches])]
              .filter((name) => name !== "")
              .map((name) => (
                <option value={name} key={name}>
                  {name === "usual" ? (position?.usual_search ?? "usual search") : name}
                </option>
              ))}
          </select>
        </label>
      ))}
      <label>
        <span>budget a move</span>
        <select value={settings.strength} onChange={(event) => change({ strength: event.currentTarget.value })}>
          {strengths.map((strength) => (
            <option value={strength} key={strength}>
              {strength}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>dice</span>
        <select value={settings.dice} onChange={(event) => change({ dice: event.currentTarget.value })}>
          <option value="rolled">rolled</option>
          <option value="chosen">chosen by you</option>
        </select>
      </label>
    </fieldset>
  );
}
