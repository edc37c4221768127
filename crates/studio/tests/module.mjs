// Answers the messages on stdin, one a line, by the module that the first argument names.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const bytes = gunzipSync(readFileSync(process.argv[2]));
let exports;
const text = (address, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
const panicked = (address, length) => console.error(text(address, length));
const { instance } = await WebAssembly.instantiate(bytes, { tiptree: { now: () => performance.now(), panicked } });
exports = instance.exports;
for (const line of readFileSync(0, "utf8").split("\n")) {
  const request = new TextEncoder().encode(line);
  // Reserved first: the memory may grow, and its buffer is another one then.
  const address = exports.reserve(request.length);
  new Uint8Array(exports.memory.buffer, address, request.length).set(request);
  const length = exports.answer();
  process.stdout.write(text(exports.address(), length) + "\n");
}
