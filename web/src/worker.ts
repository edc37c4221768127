// The worker: it holds the module, passes each message to it as JSON and posts the answer.

import type { Answer, Request } from "./messages";

declare const self: DedicatedWorkerGlobalScope;

let ready: Promise<(request: Request) => Answer> | undefined;

async function load(_module: WebAssembly.Module): Promise<(request: Request) => Answer> {
  throw new Error("the module is not there yet");
}

self.onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: Request }>) => {
  if ("module" in data) {
    ready = load(data.module);
    return;
  }
  let answer: Answer;
  try {
    answer = (await ready!)(data.request);
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : `${error}`, fatal: true };
  }
  self.postMessage({ id: data.id, answer });
};
