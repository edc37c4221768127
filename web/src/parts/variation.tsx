// The principal variation; pointing at a move plays the line up to it on the board in ghost pieces.

import { useSession } from "../hooks";

export function Variation() {
  const session = useSession();
  const line = session.report?.pv ?? [];
  return (
    <p class="variation" aria-label="principal variation" onPointerLeave={() => void session.show([])}>
      <span class="soft">line</span>{" "}
      {line.slice(0, 16).map((move, index) => (
        <button
          type="button"
          key={index}
          onPointerEnter={() => void session.show(line.slice(0, index + 1))}
          onFocus={() => void session.show(line.slice(0, index + 1))}
          onBlur={() => void session.show([])}
          onClick={() => session.play(line[0]!)}
          aria-label={`${move}, move ${index + 1} of the line; plays the first move`}
        >
          {move}
        </button>
      ))}
      {line.length === 0 && <span class="soft">–</span>}
    </p>
  );
}
