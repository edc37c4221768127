// A worker with a module in it: one promise for every message, and a new worker after a panic or a stop.

import type { Answer, Do, Failure, Messages, Request } from "./messages";

/** The module refused a message, or the worker was ended before it answered. */
export class EngineError extends Error {
  constructor(
    message: string,
    /** Whether the page itself ended the worker. */
    readonly stopped = false,
  ) {
    super(message);
  }
}

type Waiting = { resolve(answer: object): void; reject(error: EngineError): void };

/** The module is compiled once; every worker receives it compiled. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** The module lies compressed beside the page. A host that decompresses it on the way is understood as well. */
const MODULE = "tiptree.wasm.gz";

async function compile(): Promise<WebAssembly.Module> {
  const reply = await fetch(new URL(MODULE, document.baseURI));
  if (!reply.ok || !reply.body) throw new EngineError(`${MODULE}: the host answered ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return WebAssembly.compile(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Engine {
  private worker?: Worker;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  /** Asks the module. The promise fails with an `EngineError` if it refuses. */
  async ask<D extends Do>(request: Request<D>): Promise<Messages[D][1]> {
    const id = ++this.last;
    const answer = new Promise<object>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const worker = await this.started();
    // A restart in the meantime has refused this message already.
    if (this.waiting.has(id)) worker.postMessage({ id, request });
    return answer as Promise<Messages[D][1]>;
  }

  /** Whether the module is at work or has messages to answer. */
  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** Ends the worker. The next message starts another one. */
  end(reason = "stopped", stopped = true): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new EngineError(reason, stopped));
  }

  private async started(): Promise<Worker> {
    const module = await (compiled ??= compile());
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: Answer }>) => this.receive(data.id, data.answer);
    worker.onerror = (event) => this.end(event.message || "the worker could not be started", false);
    worker.postMessage({ module });
    this.worker = worker;
    return worker;
  }

  private receive(id: number, answer: Answer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    const { error, fatal } = answer as Partial<Failure>;
    if (error === undefined) return waiting?.resolve(answer);
    waiting?.reject(new EngineError(error));
    if (fatal) this.end(error, false);
  }
}
