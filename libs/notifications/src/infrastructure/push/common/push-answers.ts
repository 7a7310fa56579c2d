import { AddressRefusedError, type OutgoingAnswer } from '@libs/foundation';
import { PrivateKeyRefusedError } from '../../../domain/push/private-keys';
import type { PushFailure } from '../../../domain/push/push-provider';

const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The object in an answer; empty where there is none. */
export function objectOf(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return isObject(text) ? text : {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A provider's code as it may be logged and shown: nothing that could be a text or a token. */
export function codeOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return /^[A-Za-z0-9_]{1,40}$/.test(text) ? text : '';
}

/** The wait that an answer asks for, in seconds or until a date; null if it asks for none. */
export function retryAfterSeconds(headers: OutgoingAnswer['headers']): number | null {
  const { 'retry-after': value, date } = headers;
  if (value === undefined) return null;
  const seconds = /^\d{1,9}$/.test(value)
    ? Number(value)
    : (Date.parse(value) - (Date.parse(date ?? '') || Date.now())) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), MAX_RETRY_AFTER_SECONDS) : null;
}

export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

export function retry(reason: string, afterSeconds: number | null = null): PushFailure {
  return { kind: 'retry', afterSeconds, reason };
}

export function configuration(reason: string): PushFailure {
  return { kind: 'configuration', reason };
}

export function defect(reason: string): PushFailure {
  return { kind: 'message_defect', reason };
}

/** For a request that was not answered, or could not be signed. */
export function unanswered(error: unknown): PushFailure {
  if (error instanceof AddressRefusedError || error instanceof PrivateKeyRefusedError)
    return configuration(error.message);
  const code = codeOf((error as { code?: unknown }).code);
  return retry(code || (error instanceof Error && / in time$/.test(error.message) ? error.message : 'no answer'));
}
