import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Client, type Dispatcher } from 'undici';
import type { Amount, LoadResult, Script, WireRequest } from './script';

const KEEP_ALIVE_MS = 60_000;
const SHOWN_CHARACTERS = 300;
const UNAVAILABLE = 503;

/** A fixed number of connections, each of which sends its next request when it has the answer to the one before. */
export class ClosedLoop {
  private readonly clients: Client[];
  private readonly requests: WireRequest[];
  /** How far each connection has got in its share of the requests. */
  private readonly positions: number[];
  private refused = 0;

  constructor(
    url: string,
    connections: number,
    private readonly script: Script,
  ) {
    this.requests = [...script.requests];
    if (script.followsRefreshTokens && connections > this.requests.length) {
      throw new Error(`Each of ${connections} connections needs a refresh token of its own`);
    }
    this.clients = Array.from(
      { length: connections },
      () => new Client(url, { pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS }),
    );
    this.positions = this.clients.map((_, connection) => connection % this.requests.length);
  }

  /** @throws at the first answer that has another status than the script says. */
  async run(amount: Amount): Promise<LoadResult> {
    const histogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });
    const begun = performance.now();
    const deadline = begun + amount.seconds * 1_000;
    let left = amount.requests;
    this.refused = 0;
    const goesOn = () => left-- > 0 && performance.now() < deadline;
    await Promise.all(this.clients.map((client, connection) => this.loop(client, connection, goesOn, histogram)));
    const seconds = (performance.now() - begun) / 1_000;
    return {
      requests: histogram.count,
      refused: this.refused,
      seconds,
      p50: histogram.percentile(50),
      p99: histogram.percentile(99),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }

  private loop(
    client: Client,
    connection: number,
    goesOn: () => boolean,
    histogram: RecordableHistogram,
  ): Promise<void> {
    const { status: expected, followsRefreshTokens, isPatient } = this.script;
    return new Promise((resolve, reject) => {
      const next = (): void => {
        if (!goesOn()) return resolve();
        const at = this.advance(connection);
        const request = this.requests[at];
        if (!request) return reject(new Error('The script has no requests'));
        const chunks: Buffer[] = [];
        const begun = performance.now();
        let status = 0;
        const handler: Dispatcher.DispatchHandler = {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, statusCode) => {
            status = statusCode;
          },
          onResponseData: (_controller, chunk) => {
            if (followsRefreshTokens || status !== expected) chunks.push(chunk);
          },
          onResponseEnd: () => {
            if (isPatient && status === UNAVAILABLE) {
              this.refused += 1;
              return next();
            }
            histogram.record(Math.max(1, Math.round((performance.now() - begun) * 1_000)));
            const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : '';
            if (status !== expected) return reject(refusal(request, status, body));
            if (followsRefreshTokens) this.requests[at] = following(request, body);
            next();
          },
          onResponseError: (_controller, error) => reject(error),
        };
        const { method, path, headers, body } = request;
        client.dispatch({ method, path, headers, body: body ?? null }, handler);
      };
      next();
    });
  }

  /** The place of the next request of a connection: as far as there are enough, each is asked by one connection only. */
  private advance(connection: number): number {
    const at = this.positions[connection] ?? 0;
    const next = at + this.clients.length;
    this.positions[connection] = next < this.requests.length ? next : connection % this.requests.length;
    return at;
  }
}

function following(request: WireRequest, body: string): WireRequest {
  const { data } = JSON.parse(body) as { data: { refresh_token: string } };
  return { ...request, body: JSON.stringify({ refresh_token: data.refresh_token }) };
}

function refusal({ method, path }: WireRequest, status: number, body: string): Error {
  return new Error(`${method} ${path} was answered ${status}: ${body.slice(0, SHOWN_CHARACTERS)}`);
}
