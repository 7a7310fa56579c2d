import { headersFor, visitedTenant, type Sender } from './client';
import { OPERATIONS, type OperationId } from './operations';
import { newKey } from './new-key';
import { Problem } from './problem';
import { expectWritable } from './read-only';
import { recordRequest } from './requests';
import { replace, token } from './session';
import type { AnswerOf } from './types';

interface Upload {
  readonly path?: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly signal?: AbortSignal;
  /** @param share of what was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Sends a form with a file. Unlike `fetch` it tells how far it is. */
export async function upload<Id extends OperationId>(operationId: Id, options: Upload): Promise<AnswerOf<Id>> {
  expectWritable(operationId);
  const key = OPERATIONS[operationId].idempotent ? newKey() : undefined;
  const tenantId = visitedTenant();
  const bearer = await token();
  try {
    return (await uploadOnce(operationId, options, { bearer, tenantId }, key)) as AnswerOf<Id>;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    await replace(bearer);
    return (await uploadOnce(operationId, options, { bearer: await token(), tenantId }, key)) as AnswerOf<Id>;
  }
}

function uploadOnce(operationId: OperationId, options: Upload, sender: Sender, key?: string): Promise<unknown> {
  const { path = {}, form, signal, onProgress } = options;
  const { method, path: template } = OPERATIONS[operationId];
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const headers = headersFor(operationId, sender, key);
  const xhr = new XMLHttpRequest();
  const sent = performance.now();
  const record = (): void =>
    recordRequest({
      ...{ operationId, method, url, headers, status: xhr.status, requestId: xhr.getResponseHeader('X-Request-ID') },
      body: Object.fromEntries(
        [...form].map(([name, value]) => [name, value instanceof File ? `@${value.name}` : value]),
      ),
      isForm: true,
      milliseconds: Math.round(performance.now() - sent),
      at: new Date(),
    });
  return new Promise((resolve, reject) => {
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    xhr.onload = () => {
      record();
      const answer = parsed(xhr.responseText);
      if (xhr.status < 300 && answer) resolve(answer.data);
      else reject(Problem.from(xhr.status, answer, (name) => xhr.getResponseHeader(name)));
    };
    xhr.onerror = () => {
      record();
      reject(Problem.unreachable());
    };
    xhr.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort());
    if (signal?.aborted) reject(new DOMException('The upload was stopped', 'AbortError'));
    else xhr.send(form);
  });
}

function parsed(text: string): { readonly data: unknown } | null {
  try {
    return JSON.parse(text) as { data: unknown };
  } catch {
    return null;
  }
}
