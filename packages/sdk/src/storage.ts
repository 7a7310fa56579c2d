import { host } from './host.js';

/**
 * Where the client keeps what outlives a page: the tokens of the session and the key of the installation. Anything with
 * these three methods will do; they may be asynchronous.
 */
export interface Storage {
  get(key: string): string | null | Promise<string | null>;
  set(key: string, value: string): void | Promise<void>;
  remove(key: string): void | Promise<void>;
}

/** Forgets everything with the process, or the page. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

/** Shared by all tabs of an origin. Any script of that origin can read it: keep foreign scripts out of the page. */
export function browserStorage(): Storage {
  const store = host.localStorage;
  if (!store) throw new TypeError('There is no localStorage here');
  return {
    get: (key) => store.getItem(key),
    set: (key, value) => store.setItem(key, value),
    remove: (key) => store.removeItem(key),
  };
}
