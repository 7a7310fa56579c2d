import type { OutgoingAnswer } from '@libs/foundation';
import type { PushFailure, PushOutcome } from '../../../domain/push/push-provider';
import { codeOf, configuration, defect, isObject, objectOf, retry, retryAfterSeconds } from '../common/push-answers';

const RATE_SECONDS = 60;

export interface GetuiAnswer {
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
}

/** Where one of the recipients may be the reason, each is asked for by itself. */
export type GetuiRefusal = PushFailure | 'stale' | 'no_such_user';

export function getuiAnswer({ body }: OutgoingAnswer): GetuiAnswer {
  const { code, msg, data } = objectOf(body);
  return { code: codeOf(code), msg: typeof msg === 'string' ? msg : '', data };
}

/** Null for an answer that says what became of each. */
export function getuiRefusal({ status, headers }: OutgoingAnswer, { code, msg }: GetuiAnswer): GetuiRefusal | null {
  if (status >= 500) return retry(`status ${status}`, retryAfterSeconds(headers));
  switch (code) {
    case '0':
      return null;
    case '1':
      return defect('1');
    case '2':
      return retry(code);
    case '301':
    case '10002':
      return configuration(code);
    case '10001':
      return 'stale';
    case '10003':
    case '10005':
      return retry(code, RATE_SECONDS);
    case '20001':
      if (/target user is invalid/i.test(msg)) return 'no_such_user';
      return /^permission required by/i.test(msg) ? configuration(code) : defect(`20001 ${fieldIn(msg)}`.trim());
  }
  if (status === 403) return configuration(`403 ${code}`.trim());
  if (status === 401) return configuration(`401 ${code}`.trim());
  if (status === 404 || status === 405) return defect(`status ${status}`);
  if (code === '') return retry('answer not understood');
  return status >= 400 ? defect(code) : retry(code);
}

/** What became of the push to one client: accepted also where nothing is said of it, as for a repeated request. */
export function statusOf({ data }: GetuiAnswer, clientId: string): PushOutcome {
  for (const [task, statuses] of isObject(data) ? Object.entries(data) : []) {
    const status = isObject(statuses) ? statuses[clientId] : undefined;
    if (status === 'successed_ignore') return { kind: 'ignored' };
    if (status !== undefined) return { kind: 'sent', providerId: task.slice(0, 200) };
  }
  return { kind: 'sent', providerId: null };
}

/** Which field getui calls invalid. The rest of its message may repeat a text. */
function fieldIn(msg: string): string {
  const [, field = ''] = /^([a-z_.]{1,40}) is invalid\b/i.exec(msg) ?? [];
  return field || (/size over limit/i.test(msg) ? 'size over limit' : '');
}
