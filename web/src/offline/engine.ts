/** The rooms, rules and players of `baize-worker`, compiled to WebAssembly: one text in, one out. */

interface Exports {
  memory: WebAssembly.Memory;
  allocate(length: number): number;
  handle(): number;
  output(): number;
  weights(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async of(module: WebAssembly.Module): Promise<Engine> {
    const instance = await WebAssembly.instantiate(module, { browser: { now: () => performance.now() } });
    return new Engine(instance.exports as unknown as Exports);
  }

  /** Takes a text and returns the orders it leads to. Throws if the program inside has a fault; it is of no use then. */
  handle(text: string): string {
    this.#put(encoder.encode(text));
    const length = this.#exports.handle();
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.output(), length));
  }

  /** Gives the program weights that are not part of it. Returns whether it accepts them. */
  give(weights: Uint8Array): boolean {
    this.#put(weights);
    return this.#exports.weights() === 1;
  }

  #put(bytes: Uint8Array): void {
    const place = this.#exports.allocate(bytes.length);
    // The memory may have moved when it grew.
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
  }
}

/** A module that only adds two vectors: browsers without SIMD refuse it. */
export const WIDE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** The file for this browser. */
export const fileFor = (isWide: boolean): string => (isWide ? 'rooms.wasm' : 'rooms-plain.wasm');

/** Loads the program from the folder. */
export async function compile(folder: string): Promise<WebAssembly.Module> {
  const response = await fetch(folder + fileFor(WebAssembly.validate(WIDE)));
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Not compiled from the stream: many hosts do not send the right type for such files.
  return WebAssembly.compile(await response.arrayBuffer());
}
