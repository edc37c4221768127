// Small signs, drawn because fonts differ in which of them they have.

const PATHS = {
  first: "M5 4V16M16 4L8 10L16 16Z",
  back: "M13 4L6 10L13 16",
  forth: "M7 4L14 10L7 16",
  last: "M15 4V16M4 4L12 10L4 16Z",
  play: "M6 3.5L16 10L6 16.5Z",
  pause: "M7 4V16M13 4V16",
  fit: "M4 8V4H8M12 4H16V8M16 12V16H12M8 16H4V12",
  system: "M10 3A7 7 0 1 0 10 17A7 7 0 1 0 10 3M10 3V17",
  light:
    "M10 6.5A3.5 3.5 0 1 0 10 13.5A3.5 3.5 0 1 0 10 6.5M10 1.5V3.5M10 16.5V18.5M1.5 10H3.5M16.5 10H18.5M4 4L5.4 5.4M14.6 14.6L16 16M4 16L5.4 14.6M14.6 5.4L16 4",
  dark: "M16 12.5A7 7 0 1 1 8.5 3.5A5.5 5.5 0 0 0 16 12.5Z",
} as const;

export function Icon(props: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[props.name]} />
    </svg>
  );
}
