// Names with parameters, as the command line writes them: mm(backup=mean,p=10).

export interface Parts {
  name: string;
  parameters: Map<string, string>;
}

/** Splits at the commas that are outside of parentheses. */
function split(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at];
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter !== undefined && (letter !== "," || depth > 0)) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

export function readSpec(spec: string): Parts {
  const open = spec.indexOf("(");
  if (open < 0) return { name: spec.trim(), parameters: new Map() };
  const inside = spec.slice(open + 1, spec.lastIndexOf(")"));
  const pair = (part: string): [string, string] => {
    const [key = "", ...value] = part.split("=");
    return [key.trim(), value.join("=").trim()];
  };
  return { name: spec.slice(0, open).trim(), parameters: new Map(split(inside).map(pair)) };
}

export function writeSpec({ name, parameters }: Parts): string {
  const set = [...parameters].filter(([, value]) => value !== "");
  return set.length === 0 ? name : `${name}(${set.map(([key, value]) => `${key}=${value}`).join(",")})`;
}

/** Splits the moves that a person typed or pasted: by spaces, commas between moves are part of some moves. */
export const words = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
