// Curves by uPlot, in the colours of the page.

import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { useWidth } from "../hooks";
import { showCount } from "../values";

export interface Series {
  name: string;
  /** A colour of the style sheet, such as --max. */
  colour: string;
  points: [number, number][];
  dash?: number[];
}

interface CurveProps {
  label: string;
  series: Series[];
  /** The name of the horizontal axis. */
  across: string;
  height?: number;
  isLogarithmic?: boolean;
}

/** Brings all series onto one horizontal axis, as uPlot wants them. */
function aligned(series: Series[]): uPlot.AlignedData {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const rows = series.map(({ points }) => {
    const known = new Map(points);
    return xs.map((x) => known.get(x) ?? null);
  });
  return [xs, ...rows];
}

export function Curve(props: CurveProps) {
  const [width, setWidth] = useState(0);
  const frame = useWidth<HTMLDivElement>((width) => setWidth(Math.floor(width)));
  const plot = useRef<uPlot | undefined>(undefined);
  const height = props.height ?? 130;
  const names = props.series.map(({ name }) => name).join("|");
  useEffect(() => {
    if (width === 0 || !frame.current) return undefined;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const font = "11px system-ui, sans-serif";
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font };
    const created = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { show: false },
        padding: [8, 8, 0, 0],
        scales: {
          x: {
            time: false,
            ...(props.isLogarithmic ? { distr: 3 as const, range: (_, low, high) => [low, Math.max(high, low + 1)] } : {}),
          },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 26,
            values: (_, splits) => splits.map((split) => (split == null ? "" : showCount(split))),
          },
          { ...axis, size: 46 },
        ],
        series: [
          {},
          ...props.series.map((series) => ({
            label: series.name,
            stroke: colour(series.colour),
            width: 2,
            spanGaps: true,
            points: { show: series.points.length < 12, size: 5 },
            ...(series.dash ? { dash: series.dash } : {}),
          })),
        ],
      },
      aligned(props.series),
      frame.current,
    );
    plot.current = created;
    return () => created.destroy();
  }, [width, height, names, document.documentElement.dataset.theme]);
  useEffect(() => plot.current?.setData(aligned(props.series)), [props.series]);
  const last = props.series.map(({ name, points }) => `${name}: ${points.at(-1)?.[1].toPrecision(4) ?? "none"}`).join("; ");
  return (
    <figure class="curve">
      <div ref={frame} role="img" aria-label={`${props.label} over ${props.across}; last ${last}`} style={{ height: `${height}px` }} />
      <figcaption>
        {props.series.length > 1 &&
          props.series.map(({ name, colour, dash }) => (
            <span key={name}>
              <i class={dash ? "stroke dashed" : "stroke"} style={{ borderColor: `var(${colour})` }} /> {name}
            </span>
          ))}
        <span class="soft">
          {props.label} over {props.across}
        </span>
      </figcaption>
    </figure>
  );
}
