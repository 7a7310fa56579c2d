import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * So many requests a client may send on a connection before it has an answer (pipelining, RFC 9112, 9.3.2), which hardly
 * one does. Without a limit, one read of a connection may bring thousands, all of which Node begins at once.
 */
const MAX_OPEN = 16;

interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const NONE: readonly OpenRequest[] = [];

/** The requests of each connection that are not answered yet, in their order. */
export class OpenRequests {
  private readonly open = new WeakMap<Duplex, OpenRequest[]>();

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const requests = this.open.get(socket) ?? [];
    if (requests.length === 0) this.open.set(socket, requests);
    const opened = { request, response };
    requests.push(opened);
    response.once('close', () => requests.splice(requests.indexOf(opened), 1));
  }

  has(socket: Duplex): boolean {
    return this.of(socket).length > 0;
  }

  /** Whether an answer is on its way, into which nothing may be written. */
  hasBegunAnswer(socket: Duplex): boolean {
    return this.of(socket).some(({ response }) => response.headersSent && !response.writableFinished);
  }

  isFull(socket: Duplex): boolean {
    return this.of(socket).length >= MAX_OPEN;
  }

  /** Ends the connection, and for its requests all that is done for them. */
  cut(socket: Duplex): void {
    // Such a client may also reset the connection, which must not end the process.
    socket.on('error', () => undefined);
    for (const { request, response } of [...this.of(socket)]) {
      request.destroy();
      response.destroy();
    }
    socket.destroy();
  }

  /**
   * Requests by which a connection with too many of them is cut. What Node has read of a connection it parses to the end,
   * unless a request is an upgrade that the server accepts: then it leaves what follows to whoever listens for upgrades.
   * So it takes the first that is too many for one. Whether it is, is decided once, before the request is one of them.
   */
  requestClass(): typeof IncomingMessage {
    const isFull = this.isFull.bind(this);
    return class extends IncomingMessage {
      private isUpgrade = false;

      get upgrade(): boolean {
        return this.isUpgrade;
      }

      /** Null at first, then what the parser has read. */
      set upgrade(isOffered: boolean | null) {
        this.isUpgrade = isOffered !== null && (isOffered || isFull(this.socket));
      }
    };
  }

  private of(socket: Duplex): readonly OpenRequest[] {
    return this.open.get(socket) ?? NONE;
  }
}
