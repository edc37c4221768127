// Positions that are pasted, and games that are taken away.

import { useState } from "preact/hooks";
import { recordOf, toSgf, toText } from "../export";
import { useSession } from "../hooks";
import { words } from "../spec";

export function Transfer() {
  const session = useSession();
  const { settings, position, catalogue } = session;
  const [game, setGame] = useState("");
  const [text, setText] = useState("");
  const [moves, setMoves] = useState("");
  const [written, setWritten] = useState("");
  const [refused, setRefused] = useState("");

  // A position that cannot be read leaves the game as it is.
  const setUp = async () => {
    const line = words(moves);
    const place = { game: game.trim() || settings.game, position: text.trim() };
    try {
      await session.rules.ask<"position">({ do: "position", ...place, play: line });
      setRefused("");
      session.begin({ ...place, line, ply: line.length });
    } catch (error) {
      setRefused(error instanceof Error ? error.message : `${error}`);
    }
  };

  const write = async (format: typeof toSgf) => {
    const names = { max: settings.max || "person", min: settings.min || "person", version: catalogue?.version ?? "" };
    setWritten(format(await recordOf(session.rules, session.place(settings.line.length), names)));
  };
  return (
    <details class="transfer">
      <summary>Position and export</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void setUp();
        }}
      >
        <label>
          <span>game, with parameters</span>
          <input type="text" value={game} placeholder={settings.game} onInput={(event) => setGame(event.currentTarget.value)} />
        </label>
        <label>
          <span>position, in the game's notation</span>
          <input
            type="text"
            value={text}
            placeholder={position?.position || "the start"}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>moves from there, with spaces between them</span>
          <input type="text" value={moves} onInput={(event) => setMoves(event.currentTarget.value)} />
        </label>
        {position?.dealt && (
          <label>
            <span>seed that deals the board</span>
            <input
              type="number"
              min={0}
              value={settings.seed}
              onChange={(event) => session.begin({ seed: Number(event.currentTarget.value) })}
            />
          </label>
        )}
        <button type="submit">Set up</button>
        {refused && (
          <p class="error" role="alert">
            {refused}
          </p>
        )}
      </form>
      <p class="soft">
        This position: <code>{position?.position || "the start"}</code>
      </p>
      <div class="controls">
        <button type="button" onClick={() => void write(toSgf)}>
          Game as SGF
        </button>
        <button type="button" onClick={() => void write(toText)}>
          Game as text
        </button>
        <button type="button" onClick={() => void navigator.clipboard?.writeText(location.href)}>
          Copy the address
        </button>
      </div>
      {written !== "" && (
        <textarea
          class="written"
          readOnly
          rows={6}
          value={written}
          aria-label="the game as text"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </details>
  );
}
