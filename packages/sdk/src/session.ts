import { host } from './host.js';
import { type ApiError, isApiError, parsed } from './problem.js';
import type { Credentials } from './sender.js';
import type { Storage } from './storage.js';
import { lifetimeOf } from './token.js';
import { uuid } from './uuid.js';

/** What a sign-in and a refresh answer, of members and of administrators. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly session_id: string;
}

/** A session as it is kept. */
interface Kept {
  readonly access: string;
  /** By the clock of this device, or null where the token did not tell. */
  readonly until: number | null;
  readonly refresh: string;
  readonly id: string;
  /** The `Idempotency-Key` of a refresh that was begun, perhaps by a process that did not live to see its answer. */
  readonly key?: string;
}

/** The session of whoever is signed in. */
export interface Session extends Credentials {
  /** Whether somebody is signed in, as far as this device knows. */
  isOpen(): Promise<boolean>;
  /** @returns the id of the session, or null. */
  id(): Promise<string | null>;
  /** Keeps the tokens of a sign-in. */
  open(tokens: Tokens): Promise<void>;
  /** Forgets the tokens. Signing out is `logout`, which tells the server, too. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly storage: Storage;
  /** Under which the session is kept, and the name of the lock that tabs take turns by. */
  readonly name: string;
  /** Exchanges a refresh token. Called by one at a time. */
  readonly refresh: (refreshToken: string, idempotencyKey: string) => Promise<Tokens>;
  readonly onEnded?: (error: ApiError) => void;
}

/** A token that lives for less is replaced before it is used. */
const MARGIN_MS = 10_000;

/**
 * Nothing is held in memory but the refresh that is running: what is stored is what holds, whichever tab has stored it.
 */
export function createSession({ storage, name, refresh, onEnded }: SessionOptions): Session {
  let running: Promise<string | null> | null = null;

  const read = async (): Promise<Kept | null> => parsed((await storage.get(name)) ?? '') as Kept | null;
  const write = async (kept: Kept): Promise<void> => storage.set(name, JSON.stringify(kept));
  const isFresh = ({ until }: Kept): boolean => until === null || until - Date.now() > MARGIN_MS;

  /** @param stale the token that was refused, or null where it is only too old. */
  const exchange = async (stale: string | null): Promise<string | null> => {
    const kept = await read();
    if (!kept) return null;
    // Another request, or another tab, has done it meanwhile.
    if (kept.access !== stale && isFresh(kept)) return kept.access;
    // Kept before it is sent: an answer that is lost on its way comes again for the same key.
    const key = kept.key ?? uuid();
    await write({ ...kept, key });
    let tokens: Tokens;
    try {
      tokens = await refresh(kept.refresh, key);
    } catch (error) {
      const now = await read();
      if (now && now.refresh !== kept.refresh) return now.access;
      if (isApiError(error) && error.status === 401 && now) {
        await storage.remove(name);
        onEnded?.(error);
      }
      throw error;
    }
    // Whoever has signed out while the answer was on its way stays so.
    const now = await read();
    if (now?.refresh !== kept.refresh) return now?.access ?? null;
    await write(keptOf(tokens));
    return tokens.access_token;
  };

  const replace = (stale: string | null): Promise<string | null> => {
    running ??= inTurn(name, () => exchange(stale)).finally(() => (running = null));
    return running;
  };

  return {
    async current() {
      const kept = await read();
      if (!kept) return null;
      return isFresh(kept) ? kept.access : replace(null);
    },
    replace,
    isOpen: async () => (await read()) !== null,
    id: async () => (await read())?.id ?? null,
    open: (tokens) => write(keptOf(tokens)),
    close: async () => storage.remove(name),
  };
}

function keptOf({ access_token: access, refresh_token: refresh, session_id: id }: Tokens): Kept {
  const lifetime = lifetimeOf(access);
  return { access, until: lifetime === null ? null : Date.now() + lifetime, refresh, id };
}

/** Refresh tokens are for a single use, and tabs share them. Where there are no locks, there are no tabs, most often. */
function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = host.navigator?.locks;
  return locks ? locks.request(name, work) : work();
}
