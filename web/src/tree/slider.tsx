// A slider through time, with steps back and forth and play.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icon";

interface SliderProps {
  label: string;
  most: number;
  at: number;
  go(at: number): Promise<void>;
  still?: boolean;
}

/** A whole play-through takes about this many steps. */
const STEPS = 120;

export function Slider(props: SliderProps) {
  const { label, most, at } = props;
  const [isPlaying, setPlaying] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const wanted = useRef<number | undefined>(undefined);
  // While one moment is computed, only the last one asked for is remembered.
  const go = async (to: number) => {
    wanted.current = Math.min(Math.max(to, 0), most);
    if (isBusy) return;
    setBusy(true);
    while (wanted.current !== undefined) {
      const next = wanted.current;
      wanted.current = undefined;
      await props.go(next);
    }
    setBusy(false);
  };
  useEffect(() => {
    if (!isPlaying || isBusy) return undefined;
    if (at >= most) return (setPlaying(false), undefined);
    const step = Math.max(Math.round(most / STEPS), 1);
    const timer = setTimeout(() => void go(at + step), props.still ? 400 : 80);
    return () => clearTimeout(timer);
  }, [isPlaying, isBusy, at]);
  return (
    <div class="slider">
      <button type="button" aria-label={`first ${label}`} onClick={() => void go(1)}>
        <Icon name="first" />
      </button>
      <button type="button" aria-label="one step back" onClick={() => void go(at - 1)}>
        <Icon name="back" />
      </button>
      <button
        type="button"
        aria-label={isPlaying ? "pause" : "play"}
        onClick={() => {
          if (!isPlaying && at >= most) void go(1);
          setPlaying(!isPlaying);
        }}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <button type="button" aria-label="one step forth" onClick={() => void go(at + 1)}>
        <Icon name="forth" />
      </button>
      <input
        type="range"
        min={0}
        max={most}
        value={at}
        aria-label={label}
        onInput={(event) => (setPlaying(false), void go(Number(event.currentTarget.value)))}
      />
      <output class="figure">
        {label} {at} of {most}
      </output>
    </div>
  );
}
