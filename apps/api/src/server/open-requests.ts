import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The limit of requests on a connection without an answer (pipelining, RFC 9112, 9.3.2), which hardly any client uses.
 * Otherwise one read of a connection may contain thousands, all of which Node begins at once.
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

  /** Ends the connection with its requests. */
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
   * A class of requests by which a connection with too many of them is cut. Node parses all that it has read of a
   * connection, unless a request is an accepted upgrade: then it leaves the rest to the listener of upgrades. So the first
   * request beyond the limit passes for an upgrade, as decided once, before it is counted itself.
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
