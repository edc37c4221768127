// The worker: it holds the module, passes each message to it as JSON and posts the answer.

import type { Answer, Request } from "./messages";

declare const self: DedicatedWorkerGlobalScope;

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  answer(): number;
  address(): number;
}

type Ask = (request: Request) => Answer;

async function load(module: WebAssembly.Module): Promise<Ask> {
  let panic = "";
  const text = (address: number, length: number) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
  const panicked = (address: number, length: number) => void (panic = text(address, length));
  const instance = await WebAssembly.instantiate(module, { tiptree: { now: () => performance.now(), panicked } });
  const exports = instance.exports as unknown as Exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const address = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    try {
      const length = exports.answer();
      return JSON.parse(text(exports.address(), length)) as Answer;
    } catch (error) {
      return { error: panic || (error instanceof Error ? error.message : `${error}`), fatal: true };
    }
  };
}

let ready: Promise<Ask> | undefined;

self.onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: Request }>) => {
  if ("module" in data) {
    ready = load(data.module);
    return;
  }
  const answer = await ready!.then(
    (ask) => ask(data.request),
    (error: Error): Answer => ({ error: `the module could not be started: ${error.message}`, fatal: true }),
  );
  self.postMessage({ id: data.id, answer });
};
