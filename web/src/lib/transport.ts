/**
 * Carries messages between the page and a table: texts go out and come in, in order.
 *
 * The page knows nothing else about the connection. At the other end is a server, or a worker of this page that hosts
 * tables itself (`here.ts`).
 */
export interface Transport {
  /** Sends one message. Before `onopen` and after `onclose` it is dropped. */
  send(text: string): void;
  /** Ends the connection; `onclose` is not called for it. */
  close(): void;
  onopen: () => void;
  onmessage: (text: string) => void;
  /** Called when the connection is gone or could not be made. */
  onclose: () => void;
  /** Whether it stays on this device, so that it does not need the network. */
  readonly isLocal?: boolean;
}

/** Makes a connection. */
export type Carrier = () => Transport;

/** A connection over a WebSocket. */
export class SocketTransport implements Transport {
  onopen: () => void = () => {};
  onmessage: (text: string) => void = () => {};
  onclose: () => void = () => {};
  readonly #socket: WebSocket;
  #isClosed = false;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.onopen = () => this.onopen();
    this.#socket.onmessage = ({ data }) => typeof data === 'string' && this.onmessage(data);
    this.#socket.onclose = () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      this.onclose();
    };
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
  }
}
