// The session for every component, and small hooks.

import { createContext } from "preact";
import { useContext, useEffect, useReducer, useRef } from "preact/hooks";
import type { Session } from "./session";

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session. The component is drawn again when it changes. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no session");
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.subscribe(() => redraw(undefined)), [session]);
  return session;
}

/** The width of an element, for pictures that are drawn in pixels. */
export function useWidth<E extends Element>(onWidth: (width: number, height: number) => void) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && onWidth(entry.contentRect.width, entry.contentRect.height));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}

export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
