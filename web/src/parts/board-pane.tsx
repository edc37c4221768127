// The left column: whose turn it is, the board with the values of the moves, and the game so far.

import { boardOf, isPlayedOnBoard } from "../boards";
import { spoken } from "../boards/square";
import { useSession } from "../hooks";
import type { Position } from "../messages";
import { marksOf, marksOfSolve } from "../values";
import { EvaluationBar } from "./evaluation-bar";
import { GameGraph } from "./game-graph";
import { GameLine } from "./game-line";
import { Icon } from "./icon";
import { Players } from "./players";
import { Transfer } from "./transfer";
import { Variation } from "./variation";

/** Who won, in a sentence. */
function ending({ payoff, payoffs }: Position): string {
  if (payoff === null) return "The game is over.";
  const middle = (payoffs[0] + payoffs[1]) / 2;
  return payoff === middle ? "The game is over: a draw." : `The game is over: ${payoff > middle ? "Max" : "Min"} has won.`;
}

export function status(position: Position, player?: string): string {
  if (position.turn === "over") return ending(position);
  const last = position.drawing.split("\n").at(-1) ?? "";
  if (position.turn === "chance") return last;
  const name = position.turn === "max" ? "Max" : "Min";
  return player ? `${name} thinks: ${player}` : `${name} to move`;
}

export function BoardPane() {
  const session = useSession();
  const { position, report, solve, preview, settings } = session;
  if (!position) {
    return (
      <section class="pane board-pane">
        <div class="empty">
          <p>{session.error ?? "Loading the module …"}</p>
          {session.error && (
            <button type="button" onClick={() => session.begin({})}>
              Start anew
            </button>
          )}
        </div>
      </section>
    );
  }
  const Board = boardOf(position.game);
  const shown = preview?.position ?? position;
  const isPreview = shown !== position;
  const marks = solve ? marksOfSolve(solve) : report && report.turn === position.turn ? marksOf(report) : new Map();
  const isPersons = session.playerOf(position.turn) === undefined || session.isPaused || settings.ply < settings.line.length;
  const moves = isPersons ? position.moves.map(({ move }) => move) : [];
  const play = (move: string) => session.play(move);
  const turn = position.turn === "max" || position.turn === "min" ? position.turn : "";
  const needsButtons = !isPlayedOnBoard(position.game) || moves.some((move) => move === "pass");
  return (
    <section class="pane board-pane" aria-label="board and game" aria-busy={session.isArriving}>
      <p class="status" aria-live="polite">
        <i class={`dot ${turn}`} /> <span>{status(position, isPersons ? undefined : session.playerOf(position.turn))}</span>
      </p>
      {session.error && session.playerOf(position.turn) && <p class="error">{session.error}</p>}
      <EvaluationBar />
      <div class={isPreview ? "stage preview" : "stage"}>
        {Board ? (
          <Board
            drawing={shown.drawing}
            before={isPreview ? position.drawing : undefined}
            turn={position.turn}
            moves={isPreview ? [] : moves}
            marks={marks}
            last={isPreview ? undefined : settings.line[settings.ply - 1]}
            hovered={session.hovered}
            play={play}
          />
        ) : (
          <pre class="drawing">{shown.drawing}</pre>
        )}
      </div>
      {(position.turn === "chance" || needsButtons) && moves.length > 0 && moves.length <= 40 && (
        <MoveButtons position={position} marks={marks} play={play} />
      )}
      <Variation />
      <Controls />
      <GameGraph />
      <GameLine />
      <Players />
      <Transfer />
    </section>
  );
}

/** Dice and moves that the board has no place for. */
function MoveButtons(props: { position: Position; marks: ReturnType<typeof marksOf>; play(move: string): void }) {
  const { position, marks, play } = props;
  const isRoll = position.turn === "chance";
  return (
    <div class="choices" role="group" aria-label={isRoll ? "outcomes of the roll" : "moves"}>
      {position.moves.map(({ move, chance }) => {
        const mark = marks.get(move);
        const more = chance === null ? "" : `, probability ${chance.toFixed(3)}`;
        const label = spoken(move, mark) + more;
        return (
          <button type="button" key={move} data-move={move} class={mark?.best ? "best" : ""} aria-label={label} onClick={() => play(move)}>
            {move} <span class={mark?.proven ? "figure proven" : "figure"}>{mark?.text}</span>
          </button>
        );
      })}
    </div>
  );
}

function Controls() {
  const session = useSession();
  const { ply, line, max, min } = session.settings;
  const hasPlayer = max !== "" || min !== "";
  const isBehind = ply < line.length;
  return (
    <div class="controls" role="group" aria-label="controls of the game">
      <button type="button" aria-label="to the start" disabled={ply === 0} onClick={() => session.jump(0)}>
        <Icon name="first" />
      </button>
      <button type="button" aria-label="undo" disabled={ply === 0} onClick={() => session.jump(ply - 1)}>
        <Icon name="back" />
      </button>
      <button type="button" aria-label="redo" disabled={!isBehind} onClick={() => session.jump(ply + 1)}>
        <Icon name="forth" />
      </button>
      <button type="button" aria-label="to the end" disabled={!isBehind} onClick={() => session.jump(line.length)}>
        <Icon name="last" />
      </button>
      <span class="spring" />
      {hasPlayer && (isBehind || session.isPaused) && (
        <button type="button" onClick={() => session.playOn()}>
          Play on
        </button>
      )}
      {hasPlayer && !isBehind && !session.isPaused && session.position?.turn !== "over" && (
        <button type="button" onClick={() => session.pause()}>
          Pause
        </button>
      )}
      <button type="button" aria-pressed={session.solve !== undefined} onClick={() => void session.toggleSolve()}>
        {session.isSolving ? "Solving …" : "Exact"}
      </button>
      <button type="button" onClick={() => session.begin({})}>
        New
      </button>
    </div>
  );
}
