// Gives the jobs on standard input, one per line, to the program for browsers; one line for each answer, with how long it took.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [program, weights] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(program), { browser: { now: () => performance.now() } });
const { memory, allocate, handle, output, weights: learn } = instance.exports;
const put = (bytes) => {
  const place = allocate(bytes.length);
  // The memory may have moved when it grew.
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
};
if (weights) {
  put(readFileSync(weights));
  learn();
}
for await (const line of createInterface({ input: process.stdin })) {
  put(new TextEncoder().encode(line));
  const start = performance.now();
  const length = handle();
  const millis = performance.now() - start;
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length));
  // As it is: reading and writing it again could change how numbers look.
  console.log(`{"millis":${millis},"answer":${answer}}`);
}
