import createClient from 'openapi-fetch';
import { locale } from '../locale';
import { maskedBody } from './masking';
import { newKey } from './new-key';
import { OPERATIONS, type OperationId } from './operations';
import { Problem } from './problem';
import { expectWritable } from './read-only';
import { recordRequest } from './requests';
import { replace, session, token } from './session';
import type { AnswerOf, InputOf } from './types';
import { visit } from './visit';

/** `InputOf` of any operation, once its types have done their work. */
interface AnyInput {
  readonly path?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Request = (method: string, path: string, init: object) => Promise<{ error?: unknown; response: Response }>;

const client = createClient({ querySerializer: { array: { style: 'form', explode: false } } });
// The method and the path come from the same document as the types of `InputOf`, which the caller was held to.
const request = client.request.bind(client) as unknown as Request;

const deniedListeners: ((problem: Problem) => void)[] = [];

/** Told of each 403: what the administrator may do has changed since it was read, or is not known yet. */
export function onDenied(listener: (problem: Problem) => void): void {
  deniedListeners.push(listener);
}

/** What is being created or published at this moment, or was sent without an answer: the key to repeat it with. */
const unanswered = new Map<string, { readonly key: string; running: Promise<unknown> | null }>();

/**
 * Sends one request of the API.
 *
 * @throws Problem where the answer is no success.
 */
export function call<Id extends OperationId>(
  operationId: Id,
  ...[input]: Partial<InputOf<Id>> extends InputOf<Id> ? [InputOf<Id>?] : [InputOf<Id>]
): Promise<AnswerOf<Id>> {
  return send(operationId, input ?? {}) as Promise<AnswerOf<Id>>;
}

/** The same for answers that are files, such as thumbnails. */
export async function callForFile<Id extends OperationId>(operationId: Id, input: InputOf<Id>): Promise<Blob> {
  return (await exchange(operationId, input, 'blob')) as Blob;
}

async function send(operationId: OperationId, input: AnyInput): Promise<unknown> {
  expectWritable(operationId);
  if (!OPERATIONS[operationId].idempotent) return exchange(operationId, input, 'json');
  // A second click while the first is on its way is the same wish, and so is one after an answer that never came.
  const wish = JSON.stringify([operationId, input.path, input.query, input.body, visit.value?.tenant.id]);
  const known = unanswered.get(wish) ?? { key: input.idempotencyKey ?? newKey(), running: null };
  if (known.running) return known.running;
  unanswered.set(wish, known);
  known.running = exchange(operationId, { ...input, idempotencyKey: known.key }, 'json').then(
    (answer) => {
      unanswered.delete(wish);
      return answer;
    },
    (problem: unknown) => {
      known.running = null;
      if (problem instanceof Problem && !problem.isPassing && problem.status < 500) unanswered.delete(wish);
      throw problem;
    },
  );
  return known.running;
}

async function exchange(operationId: OperationId, input: AnyInput, parseAs: 'json' | 'blob'): Promise<unknown> {
  // Asked for in this tenant, wherever the visit is by the time that it is sent.
  const tenantId = visitedTenant();
  const bearer = await token();
  try {
    return await exchangeOnce(operationId, input, { bearer, tenantId }, parseAs);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 403) for (const listener of deniedListeners) listener(problem);
    if (problem.status !== 401 || !isOfSession()) throw problem;
    await replace(bearer);
    input.signal?.throwIfAborted();
    return exchangeOnce(operationId, input, { bearer: await token(), tenantId }, parseAs);
  }
}

/** Somebody is signed in, or was until a moment ago. */
function isOfSession(): boolean {
  return session.state.value === 'in' || session.state.value === 'lapsed';
}

/** Who asks, and in which tenant that is not their own. */
export interface Sender {
  readonly bearer: string | null;
  readonly tenantId: string | null;
}

/** The tenant that is visited now, if any. */
export function visitedTenant(): string | null {
  return visit.value?.tenant.id ?? null;
}

/** What every request to the API carries. */
export function headersFor(
  operationId: OperationId,
  { bearer, tenantId }: Sender,
  idempotencyKey?: string,
): Record<string, string> {
  const { path } = OPERATIONS[operationId];
  return {
    'Accept-Language': locale.value,
    ...(bearer !== null && path.startsWith('/admin-api/') ? { Authorization: `Bearer ${bearer}` } : {}),
    // What concerns one's own account stays in one's own tenant.
    ...(tenantId !== null && !path.includes('/v1/auth/') ? { 'X-Tenant-ID': tenantId } : {}),
    ...(idempotencyKey !== undefined ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

async function exchangeOnce(
  operationId: OperationId,
  input: AnyInput,
  sender: Sender,
  parseAs: 'json' | 'blob',
): Promise<unknown> {
  const { method, path } = OPERATIONS[operationId];
  const headers = { ...headersFor(operationId, sender, input.idempotencyKey), ...input.headers };
  const sent = performance.now();
  const record = (url: string, status: number, requestId: string | null): void => {
    recordRequest({
      ...{ operationId, method, url, headers, status, requestId },
      body: maskedBody(path, input.body),
      isForm: false,
      milliseconds: Math.round(performance.now() - sent),
      at: new Date(),
    });
  };
  let response: Response;
  // The body of an answer that is no success has been read by then.
  let error: unknown;
  try {
    const { body, signal } = input;
    const params = { path: input.path ?? {}, query: input.query ?? {} };
    const options = { params, body, headers, signal, parseAs: 'stream' };
    ({ response, error } = await request(method.toLowerCase(), path, options));
  } catch (failure) {
    if (input.signal?.aborted) throw failure;
    record(path, 0, null);
    throw Problem.unreachable();
  }
  record(response.url.slice(location.origin.length), response.status, response.headers.get('X-Request-ID'));
  if (response.ok && parseAs === 'blob') return response.blob();
  const answer = response.ok ? ((await response.json().catch(() => null)) as { data: unknown } | null) : null;
  if (answer === null) throw Problem.from(response.status, error, (name) => response.headers.get(name));
  return answer.data;
}
