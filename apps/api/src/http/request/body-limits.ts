import { DEFAULT_ITEMS } from './json-size';
import type { KnownRoutes } from './known-routes';
import type { BodyForm } from './route-body';

const KIBIBYTE = 1024;
const AUTH_LIMIT_BYTES = 16 * KIBIBYTE;
const DEFAULT_LIMIT_BYTES = 256 * KIBIBYTE;
const CONTENT_LIMIT_BYTES = 2 * 1024 * KIBIBYTE;
/** Two texts of ten thousand characters in four languages, and ten thousand ids. */
const MESSAGE_LIMIT_BYTES = 1024 * KIBIBYTE;
/** Without a route, a body is read only to find what is wrong with it. */
const UNKNOWN_LIMIT_BYTES = AUTH_LIMIT_BYTES;

/** The keys of all objects of a body, repeated keys included. */
const DEFAULT_KEYS = 1_000;
/** A dictionary has a thousand items of five fields, one of them a text in four languages. */
const DICTIONARY_KEYS = 10_000;
/** The members that a message may name. */
const MESSAGE_ITEMS = 10_000;

const AUTH_PATH = /^\/(?:(?:admin-api|api)\/v1\/auth|console\/session)(?:\/|$)/;
const CONTENT_PATH = /^\/admin-api\/v1\/apps\/\{app_id\}\/content\//;
const DICTIONARY_PATH = /^\/admin-api\/v1\/dictionaries(?:\/|$)/;
const MESSAGE_PATH =
  /^(?:\/admin-api\/v1\/apps\/\{app_id\}\/(?:notices|messages)(?:\/\{id\})?|\/api\/v1\/service\/notifications)$/;

export interface JsonLimits {
  readonly bytes: number;
  readonly keys: number;
  /** The items of one list. */
  readonly items: number;
}

/** The limits of the body of a route. */
export interface BodyLimits {
  readonly isKnown: boolean;
  readonly form: BodyForm;
  /** The limit of JSON from anybody; null if the handler reads the body itself, a file or a form. */
  readonly bytes: number | null;
  /** The limit of JSON from a caller with the required permission. */
  readonly permittedBytes: number;
  /** The limits of keys in total, and of items in one list. */
  readonly keys: number;
  readonly items: number;
}

/** Null for a route without a body. */
export function bodyLimitsOf(routes: KnownRoutes, method: string, path: string): BodyLimits | null {
  const route = routes.find(method, path);
  if (route === null) return { ...limits(UNKNOWN_LIMIT_BYTES), isKnown: false };
  if (route.body === null) return null;
  if (route.body !== 'json') return unread(route.body);
  return jsonLimitsOf(route.path);
}

function jsonLimitsOf(route: string): BodyLimits {
  if (CONTENT_PATH.test(route)) return limits(DEFAULT_LIMIT_BYTES, CONTENT_LIMIT_BYTES);
  if (DICTIONARY_PATH.test(route)) return limits(DEFAULT_LIMIT_BYTES, CONTENT_LIMIT_BYTES, DICTIONARY_KEYS);
  if (MESSAGE_PATH.test(route)) return limits(DEFAULT_LIMIT_BYTES, MESSAGE_LIMIT_BYTES, DEFAULT_KEYS, MESSAGE_ITEMS);
  return AUTH_PATH.test(route) ? limits(AUTH_LIMIT_BYTES) : limits(DEFAULT_LIMIT_BYTES);
}

function limits(bytes: number, permittedBytes = bytes, keys = DEFAULT_KEYS, items = DEFAULT_ITEMS): BodyLimits {
  return { isKnown: true, form: 'json', bytes, permittedBytes, keys, items };
}

function unread(form: BodyForm): BodyLimits {
  return { isKnown: true, form, bytes: null, permittedBytes: 0, keys: 0, items: 0 };
}
