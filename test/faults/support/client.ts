import { Agent, request } from 'undici';

/** Longer than the balancer waits for an api: what takes longer hangs. */
const PATIENCE_MS = 25_000;
const CONNECTIONS = 160;

/** Without an answer, a request may have taken effect, or not. */
export type Outcome = 'done' | 'refused' | '503' | 'no api' | 'gateway' | '500' | 'cut' | 'hung';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answer {
  readonly outcome: Outcome;
  /** 0 if there is none. */
  readonly status: number;
  // What the api answers is proven by other suites.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly text: string;
  readonly sentAt: number;
  readonly ms: number;
}

export interface Client {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

export function clientTo(url: string, patienceMs = PATIENCE_MS): Client {
  const dispatcher = new Agent({ connections: CONNECTIONS, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  return {
    ask: async ({ method, path, headers, body }) => {
      const sentAt = performance.now();
      const ended = (outcome: Outcome, status = 0, text = '') => ({
        ...{ outcome, status, text, sentAt, ms: performance.now() - sentAt },
        data: dataIn(text),
      });
      try {
        const answer = await request(url + path, {
          dispatcher,
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          body: body ? JSON.stringify(body) : null,
        });
        const text = await answer.body.text();
        const isOurs = String(answer.headers['content-type']).includes('json');
        return ended(outcomeOf(answer.statusCode, isOurs), answer.statusCode, text);
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        return ended(code?.includes('_TIMEOUT') ? 'hung' : 'cut', 0, `${code ?? ''} ${message}`);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function outcomeOf(status: number, isOurs: boolean): Outcome {
  if (status < 400) return 'done';
  if (status < 500) return 'refused';
  if (status === 503) return isOurs ? '503' : 'no api';
  if (status === 504) return 'hung';
  return status === 502 ? 'gateway' : '500';
}

function dataIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown }).data ?? null;
  } catch {
    return null;
  }
}

/** Whether it is known that nothing happened, or that it did. */
export function isKnown({ outcome }: Answer): boolean {
  return outcome === 'done' || outcome === 'refused';
}
