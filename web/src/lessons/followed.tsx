// A depth-first search on a drawn tree, event by event, with a sentence for each event.

import { useEffect, useState } from "preact/hooks";
import { useSession } from "../hooks";
import type { Event, Events } from "../messages";
import { fromEvents } from "../tree/from-events";
import { Picture } from "../tree/picture";
import { Slider } from "../tree/slider";
import { showNumber } from "../values";

interface FollowedProps {
  /** The tree with the values of the figure. */
  position: string;
  search: string;
  depth: number;
  /** The least and the greatest value of the figure. */
  range: [number, number];
}

type Show = (value: number | null) => string;

/** The range of every drawn tree. */
const [LOW, HIGH] = [1, 1023];

/** The tree with the values of a figure, as a drawn tree. */
const toDrawn = (text: string, [low, high]: [number, number]) =>
  text.replace(/ (-?\d+)/g, (_, value: string) => ` ${LOW + ((HIGH - LOW) * (Number(value) - low)) / (high - low)}`);

/** Shows the value of a drawn tree as the figure has it. */
function showIn([low, high]: [number, number]): Show {
  return (value) => {
    if (value === null) return "";
    const text = showNumber(low + ((high - low) * (value - LOW)) / (HIGH - LOW), 2);
    return text.replace(/\.?0+$/, "");
  };
}

/** What happens at an event. */
function sentence(event: Event | undefined, names: string[], show: Show): string {
  const name = names.at(-1) ?? "the root";
  if (!event) return "The search has not begun.";
  if (event.event === "entered") {
    const window = `${event.alpha === null ? "−∞" : show(event.alpha)} to ${event.beta === null ? "∞" : show(event.beta)}`;
    return `The search enters ${event.move ?? "the root"}: only values from ${window} matter.`;
  }
  if (event.event === "sorted") return "The moves are sorted by their static values.";
  const value = `${name} is worth ${event.end === "cut" ? (event.at === "beta" ? "at least " : "at most ") : ""}${show(event.value)}`;
  if (event.end !== "cut") return `${value}.`;
  const rest =
    event.unsearched.length > 0 ? ` ${event.unsearched.join(", ")} ${event.unsearched.length === 1 ? "is" : "are"} never searched.` : "";
  return `Cut: ${value}, which is no longer inside the window.${rest}`;
}

/** The names of the nodes that are open before the last of some events. */
function openNames(events: Event[]): string[] {
  const open: string[] = [];
  for (const event of events.slice(0, -1)) {
    if (event.event === "entered") open.push(event.move ?? "the root");
    if (event.event === "left") open.pop();
  }
  return open;
}

const capital = (text: string) => (text.startsWith("the ") ? `The ${text.slice(4)}` : text);

export function Followed(props: FollowedProps) {
  const session = useSession();
  const [answer, setAnswer] = useState<Events>();
  const [error, setError] = useState("");
  const [at, setAt] = useState(1);
  useEffect(() => {
    const request = {
      do: "events",
      game: "drawn",
      position: toDrawn(props.position, props.range),
      search: props.search,
      budget: `depth=${props.depth}`,
    } as const;
    session.rules.ask<"events">(request).then(
      (answer) => {
        setAnswer(answer);
        setAt(lastIteration(answer.events).length);
      },
      (reason) => setError(reason.message),
    );
  }, [props.position, props.search, props.depth]);
  if (error)
    return (
      <p class="error" role="alert">
        {error}
      </p>
    );
  if (!answer) return null;
  const events = lastIteration(answer.events);
  const show = showIn(props.range);
  const root = fromEvents(events, show, at)[0];
  return (
    <>
      {root && <Picture root={root} range={[LOW, HIGH]} direction="down" label="the nodes that were searched" height={330} show={show} />}
      <p class="why" aria-live="polite">
        {capital(sentence(events[at - 1], openNames(events.slice(0, at)), show))}{" "}
        <span class="soft">Nodes entered: {events.slice(0, at).filter(({ event }) => event === "entered").length}.</span>
      </p>
      <Slider label="event" most={events.length} at={at} go={async (at) => setAt(at)} />
    </>
  );
}

/** The events of the deepest iteration, without the moves by which tips end: they have a full stop. */
function lastIteration(all: Event[]): Event[] {
  const events: Event[] = [];
  const isEnd: boolean[] = [];
  for (const event of all) {
    if (event.event === "entered") isEnd.push(event.move?.endsWith(".") ?? false);
    if (!isEnd.at(-1)) events.push(event);
    if (event.event === "left") isEnd.pop();
  }
  let [depth, from] = [0, 0];
  events.forEach((event, index) => {
    if (event.event === "entered" && depth++ === 0) from = index;
    if (event.event === "left") depth--;
  });
  return events.slice(from);
}
