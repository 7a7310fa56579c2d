import { shallowRef } from 'vue';

/** One request that this page sent to the API, as the drawer of requests shows it. Its body is masked already. */
export interface SentRequest {
  readonly number: number;
  readonly operationId: string;
  readonly method: string;
  /** From the root of the server, with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Whether the body is a form, in which a value that begins with `@` names a file. */
  readonly isForm: boolean;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string | null;
  readonly at: Date;
}

const KEPT = 200;
let last = 0;

/** Newest first. */
export const sentRequests = shallowRef<readonly SentRequest[]>([]);

export function recordRequest(request: Omit<SentRequest, 'number'>): void {
  last += 1;
  const headers = { ...request.headers };
  if (headers['Authorization'] !== undefined) headers['Authorization'] = 'Bearer $TOKEN';
  sentRequests.value = [{ ...request, headers, number: last }, ...sentRequests.value].slice(0, KEPT);
}

/** Of the last answer to an operation, so that what was done can be found again. */
export function requestIdOf(operationId: string): string | null {
  return sentRequests.value.find((request) => request.operationId === operationId)?.requestId ?? null;
}

export function forgetRequests(): void {
  sentRequests.value = [];
}
