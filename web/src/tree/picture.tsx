// The drawing of a tree: it can be zoomed, dragged, and walked through with the arrow keys.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useWidth } from "../hooks";
import { Icon } from "../parts/icon";
import { position01, showValue } from "../values";
import { type Direction, type Layout, layOut, type Placed } from "./layout";
import type { Node } from "./node";

export interface PictureProps {
  root: Node;
  range: [number, number];
  direction: Direction;
  label: string;
  /** Fixed height in pixels; fills its place if missing. */
  height?: number;
  /** Opens the children that are not shown. */
  open?(node: Node): void;
  /** The node that is pointed at or focused. */
  point?(node: Node | undefined): void;
  choose?(node: Node): void;
  /** Digits of the values, if the range does not say them well. */
  show?(value: number | null): string;
}

interface Sight {
  x: number;
  y: number;
  scale: number;
}

/** The width of the buttons at the right. */
const BUTTONS = 48;

/** The whole tree in the middle, as far as it can be read. */
function fit([left, top, width, height]: Layout["box"], room: [number, number], direction: Direction): Sight {
  const free = room[0] - BUTTONS;
  const scale = Math.max(Math.min(free / width, room[1] / height, 1.3), 0.7);
  const [across, down] = [(free - scale * width) / 2, (room[1] - scale * height) / 2];
  const sight = { scale, x: across - scale * left, y: down - scale * top };
  // Of a tree that does not fit, the root is shown: it has the place 0, 0.
  if (across < 0) sight.x = direction === "right" ? -scale * left : free / 2;
  if (down < 0) sight.y = direction === "right" ? room[1] / 2 : -scale * top;
  return sight;
}

/** The colour of a value: Max's hue, grey for even, Min's hue. */
export function colourOf(value: number | null, range: [number, number]): string {
  if (value === null) return "var(--even)";
  const lean = 2 * position01(value, range) - 1;
  // The cube root shows small leads, which is where games are decided.
  const percent = Math.round(100 * Math.cbrt(Math.abs(lean)));
  return `color-mix(in oklab, var(--${lean > 0 ? "max" : "min"}-fill) ${percent}%, var(--even))`;
}

function edge({ x, y, parent }: Placed, direction: Direction): string {
  if (!parent) return "";
  const [px, py] = [parent.x, parent.y];
  return direction === "right"
    ? `M${px} ${py}C${(px + x) / 2} ${py} ${(px + x) / 2} ${y} ${x} ${y}`
    : `M${px} ${py}C${px} ${(py + y) / 2} ${x} ${(py + y) / 2} ${x} ${y}`;
}

function Shape({ x, y, node }: Placed & { range: [number, number] }, range: [number, number]) {
  const radius = 5 + 5 * Math.sqrt(node.mass);
  const style = { fill: colourOf(node.value, range) };
  const name = `shape ${node.proven ? "proven" : ""} ${node.next ? "next" : ""}`;
  if (node.kind === "others") return <circle class="shape others" cx={x} cy={y} r={5} />;
  if (node.kind === "stump")
    return <path class="shape stump" d={`M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}`} />;
  if (node.turn !== "chance") return <circle class={name} cx={x} cy={y} r={radius} style={style} />;
  const half = radius * 1.35;
  return <path class={name} d={`M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`} style={style} />;
}

export function Picture(props: PictureProps) {
  const { root, range, direction } = props;
  const show = props.show ?? ((value: number | null) => showValue(value, range));
  const textOf = (node: Node) => (node.kind === "node" ? show(node.value) : "");
  const [room, setRoom] = useState<[number, number]>([600, props.height ?? 480]);
  const layout = useMemo(
    () => layOut(root, direction, widest(root, direction, textOf), [room[0] - BUTTONS, room[1]]),
    [root, direction, room],
  );
  const [sight, setSight] = useState<Sight>();
  const [focus, setFocus] = useState("node:");
  const [pointed, setPointed] = useState<Node>();
  const point = (node: Node | undefined) => {
    setPointed(node);
    props.point?.(node);
  };
  const drag = useRef<{ x: number; y: number; sight: Sight } | undefined>(undefined);
  const moved = useRef(false);
  const touches = useRef(new Map<number, PointerEvent>());
  const frame = useWidth<HTMLDivElement>((width, height) => setRoom([width, height]));
  useEffect(() => setSight(undefined), [direction]);

  const seen = sight ?? fit(layout.box, room, direction);
  const zoom = (factor: number, x = room[0] / 2, y = room[1] / 2) => {
    const scale = Math.min(Math.max(seen.scale * factor, 0.1), 4);
    const ratio = scale / seen.scale;
    setSight({ scale, x: x - ratio * (x - seen.x), y: y - ratio * (y - seen.y) });
  };
  // Two fingers zoom by the change of their distance, around the point between them.
  const pinch = (event: PointerEvent) => {
    const [other] = [...touches.current.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    const before = touches.current.get(event.pointerId)!;
    const box = frame.current!.getBoundingClientRect();
    const distance = (touch: PointerEvent) => Math.hypot(touch.clientX - other!.clientX, touch.clientY - other!.clientY);
    zoom(
      distance(event) / Math.max(distance(before), 1),
      (event.clientX + other!.clientX) / 2 - box.left,
      (event.clientY + other!.clientY) / 2 - box.top,
    );
    touches.current.set(event.pointerId, event);
    moved.current = true;
  };
  const release = (event: PointerEvent) => {
    touches.current.delete(event.pointerId);
    drag.current = undefined;
  };
  // A wheel over the picture zooms it and does not scroll the page; Preact's own listener would be passive.
  useEffect(() => {
    const element = frame.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element!.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    };
    element?.addEventListener("wheel", wheel, { passive: false });
    return () => element?.removeEventListener("wheel", wheel);
  });

  const focused = layout.placed.find(({ id }) => id === focus) ?? layout.placed[0]!;
  const goTo = (placed: Placed | undefined) => {
    if (!placed) return;
    setFocus(placed.id);
    frame.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(placed.id)}"]`)?.focus({ preventScroll: true });
    const [x, y] = [seen.x + seen.scale * placed.x, seen.y + seen.scale * placed.y];
    const outside = x < 30 || y < 20 || x > room[0] - 80 || y > room[1] - 20;
    if (outside) setSight({ ...seen, x: room[0] / 2 - seen.scale * placed.x, y: room[1] / 2 - seen.scale * placed.y });
  };
  const activate = (placed: Placed) => (placed.node.folded ? props.open?.(placed.node) : props.choose?.(placed.node));
  const onKey = (event: KeyboardEvent) => {
    const siblings = layout.placed.filter(({ depth }) => depth === focused.depth);
    const along = siblings.indexOf(focused);
    const child = layout.placed.find(({ parent }) => parent === focused);
    const [inward, outward, before, after] =
      direction === "right" ? ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"];
    const keys: Record<string, () => void> = {
      [inward!]: () => goTo(child),
      [outward!]: () => goTo(focused.parent),
      [before!]: () => goTo(siblings[along - 1]),
      [after!]: () => goTo(siblings[along + 1]),
      Home: () => goTo(layout.placed[0]),
      End: () => goTo(layout.placed.filter(({ node }) => node.next).at(-1)),
      Enter: () => activate(focused),
      " ": () => activate(focused),
      "+": () => zoom(1.25),
      "-": () => zoom(0.8),
      "0": () => setSight(undefined),
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const height = props.height;
  return (
    <div
      class="picture"
      ref={frame}
      style={height === undefined ? undefined : { height: `${height}px` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        touches.current.set(event.pointerId, event);
        moved.current = false;
        drag.current = { x: event.clientX, y: event.clientY, sight: seen };
      }}
      onPointerMove={(event) => {
        if (touches.current.size === 2 && touches.current.has(event.pointerId)) return pinch(event);
        const from = drag.current;
        if (!from || event.buttons === 0) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (Math.hypot(dx, dy) < 4 && !moved.current) return;
        moved.current = true;
        setSight({ ...from.sight, x: from.sight.x + dx, y: from.sight.y + dy });
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
    >
      <svg width={room[0]} height={room[1]} aria-hidden={false}>
        <g transform={`translate(${seen.x} ${seen.y}) scale(${seen.scale})`}>
          <g aria-hidden="true">
            {layout.placed.map((placed) =>
              placed.parent ? (
                <path
                  key={placed.id}
                  class={`edge to-${placed.node.kind} ${placed.node.next ? "next" : ""}`}
                  d={edge(placed, direction)}
                  stroke-width={placed.node.kind === "node" ? Math.max(1 + 7 * placed.node.share, placed.node.next ? 3 : 0) : 1.5}
                />
              ) : null,
            )}
          </g>
          <g role="tree" aria-label={props.label} onKeyDown={onKey}>
            {layout.placed.map((placed) => {
              const { node, id, x, y, depth } = placed;
              const value = textOf(node);
              return (
                <g
                  key={id}
                  data-id={id}
                  class={`node ${node.kind} ${node.next ? "next" : ""}`}
                  role="treeitem"
                  aria-level={depth + 1}
                  aria-selected={id === focused.id}
                  {...(node.children.length > 0 || node.folded ? { "aria-expanded": !node.folded } : {})}
                  aria-label={[labelOf(node, value), node.detail].filter((part) => part).join(", ")}
                  tabIndex={id === focused.id ? 0 : -1}
                  onFocus={() => (setFocus(id), point(node))}
                  onBlur={() => point(undefined)}
                  onPointerEnter={() => point(node)}
                  onPointerLeave={() => point(undefined)}
                  onClick={() => !moved.current && activate(placed)}
                >
                  <rect class="reach" x={x - 14} y={y - 13} width={direction === "right" ? 110 : 28} height={26} />
                  {Shape({ ...placed, range }, range)}
                  <Label placed={placed} value={value} direction={direction} />
                </g>
              );
            })}
          </g>
        </g>
      </svg>
      {pointed && (
        <p class="caption" aria-hidden="true">
          {[pointed.path.join(" "), pointed.detail].filter((part) => part).join(" · ")}
        </p>
      )}
      <div class="zoom" role="group" aria-label="zoom">
        <button type="button" aria-label="zoom in" onClick={() => zoom(1.25)}>
          +
        </button>
        <button type="button" aria-label="zoom out" onClick={() => zoom(0.8)}>
          −
        </button>
        <button type="button" aria-label="show the whole tree" onClick={() => setSight(undefined)}>
          <Icon name="fit" />
        </button>
      </div>
    </div>
  );
}

/** The longest label that is written out. */
const LONGEST = 14;

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** The move of an edge, with its probability. */
const moveOf = (node: Node) => shorten(node.label) + (node.chance === null ? "" : ` ${node.chance.toFixed(2)}`);

/** What stands beside a node. */
function figuresOf(node: Node, value: string): string[] {
  const more = node.folded && node.kind === "node" ? " +" : "";
  return [value + more, node.note ?? ""].filter((text) => text !== "");
}

const labelOf = (node: Node, value: string) => [moveOf(node), ...figuresOf(node, value)].join(" ");

/** The width of the widest label, in pixels. */
function widest(node: Node, direction: Direction, textOf: (node: Node) => string): number {
  const figures =
    direction === "right" ? `${textOf(node)} ${node.note ?? ""}` : [textOf(node), node.note ?? ""].sort((a, b) => b.length - a.length)[0]!;
  const own = 7.2 * (moveOf(node).length + figures.length) + 12;
  return Math.max(own, ...node.children.map((child) => widest(child, direction, textOf)));
}

/** The move and the value beside a tip, above the edge of another node, or on both sides of a node in a tree that grows down. */
function Label(props: { placed: Placed; value: string; direction: Direction }) {
  const {
    placed: { node, x, y },
    value,
    direction,
  } = props;
  const figures = figuresOf(node, value);
  if (direction === "right") {
    const [dx, dy] = node.children.length === 0 ? [14, 0] : node.path.length === 0 ? [-10, 24] : [6, -14];
    return (
      <text class="label" x={x + dx} y={y + dy} dominant-baseline="central">
        <tspan class="move">{moveOf(node)}</tspan>{" "}
        <tspan class="figure" dx={3}>
          {figures.join(" ")}
        </tspan>
      </text>
    );
  }
  return (
    <>
      <text class="label move" x={x - 13} y={y} text-anchor="end" dominant-baseline="central">
        {moveOf(node)}
      </text>{" "}
      {figures.map((text, line) => (
        <text class="label figure" x={x + 14} y={y + 16 * line} dominant-baseline="central" key={line}>
          {text}{" "}
        </text>
      ))}
    </>
  );
}
