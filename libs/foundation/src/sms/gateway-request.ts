import { SmsRefusedError } from './sms-sender';

/** Shorter than the outbox lease, so that a hanging attempt ends before another process takes the message. */
const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export interface GatewayAnswer {
  readonly status: number;
  /** Empty if the answer is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts to a gateway and reads its answer. Redirects are not followed: they would send the code elsewhere. */
export async function postToGateway(
  url: string | URL,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<GatewayAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, body: parseObject(await readText(response)) };
}

/** @throws SmsRefusedError for a status that blames the request itself, an Error for one that blames the gateway. */
export function expectAccepted({ status }: GatewayAnswer, reason: string): void {
  if (status >= 200 && status < 300) return;
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  // The credentials can be corrected while the code is valid.
  const isOurs = status === 401 || status === 403;
  if (isPassing || isOurs) throw new Error(`the SMS gateway answered ${status} ${reason}`);
  throw new SmsRefusedError(`${status} ${reason}`);
}

const ERROR_CODE = /^(?:[A-Za-z][A-Za-z0-9_.-]{0,59}|\d{3,5})$/;

/** The gateway's error code, fit for a log: a name or a short number, nothing that could be a text. */
export function reasonOf(value: unknown): string {
  return (typeof value === 'string' || typeof value === 'number') && ERROR_CODE.test(String(value))
    ? String(value)
    : '';
}

async function readText(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
