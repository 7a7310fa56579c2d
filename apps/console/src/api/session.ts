import { readonly, shallowRef } from 'vue';
import { forgetActivity, noteActivity } from './activity';
import { dropAllDrafts } from './drafts';
import { newKey } from './new-key';
import { Problem, UNREACHABLE } from './problem';
import { forgetRequests } from './requests';
import type { components } from './schema';
import { letGo } from './unsaved';

/** The refresh token travels in a cookie that no script can read. */
type Tokens = Omit<components['schemas']['AdminTokenResponse'], 'refresh_token'>;
export type MfaRequired = components['schemas']['AdminMfaRequiredResponse'];
type Login = components['schemas']['AdminLoginRequest'];
type MfaLogin = components['schemas']['AdminMfaLoginRequest'];

/**
 * - `unknown`: nobody has asked the server yet.
 * - `lapsed`: somebody was signed in on this page and has to prove it again; what they typed stays where it is.
 */
type State = 'unknown' | 'out' | 'in' | 'lapsed';
export type LapseReason = 'expired' | 'idle';

type Message =
  | { readonly kind: 'tokens'; readonly tokens: Tokens; readonly lifetime: number }
  | { readonly kind: 'lapsed'; readonly reason: LapseReason }
  | { readonly kind: 'out' };

const REFRESH_BEFORE_MS = 60_000;
const REFRESH_KEY = 'ak-refresh-key';
const DOOR = '/console/session/';

const state = shallowRef<State>('unknown');
const reason = shallowRef<LapseReason>('expired');
/** Changes with each sign-in of somebody else, which everything that was read depends on. */
const userId = shallowRef<string | null>(null);
const tenant = shallowRef<Tokens['tenant'] | null>(null);

export const session = {
  state: readonly(state),
  lapseReason: readonly(reason),
  userId: readonly(userId),
  /** The tenant that the administrator belongs to. */
  tenant: readonly(tenant),
};

/** In memory alone: a reload asks for a new one by the cookie. */
let accessToken: string | null = null;
let expiresAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewal: Promise<boolean> | null = null;
const waiting: { resolve: () => void; reject: (problem: Problem) => void }[] = [];

const tabs = new BroadcastChannel('ak-session');
tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'tokens') adopt(data.tokens, data.lifetime);
  else if (data.kind === 'lapsed') lapse(data.reason);
  else leave();
};

/** @returns the answer of `/console/session/…`, and for how long its access token lives by the server's clock. */
async function door<T>(name: string, body: object, headers: Record<string, string> = {}): Promise<[T, Response]> {
  let response: Response;
  try {
    response = await fetch(DOOR + name, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang, ...headers },
      body: JSON.stringify(body),
    });
  } catch {
    throw Problem.unreachable();
  }
  const answer = (await response.json().catch(() => null)) as { data: T } | null;
  if (!response.ok || !answer) throw Problem.from(response.status, answer, (header) => response.headers.get(header));
  return [answer.data, response];
}

export async function signIn(login: Login): Promise<MfaRequired | null> {
  const [answer, response] = await door<Tokens | MfaRequired>('login', login);
  if ('mfa_required' in answer) return answer;
  noteActivity();
  welcome(answer, response);
  return null;
}

export async function signInWithSecondFactor(login: MfaLogin): Promise<void> {
  const [tokens, response] = await door<Tokens>('mfa', login);
  noteActivity();
  welcome(tokens, response);
}

function welcome(tokens: Tokens, response: Response): void {
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now();
  const lifetime = Date.parse(tokens.access_token_expires_at) - now;
  adopt(tokens, lifetime);
  tell({ kind: 'tokens', tokens, lifetime });
}

function adopt(tokens: Tokens, lifetime: number): void {
  const id = subjectOf(tokens.access_token);
  // Somebody else: nothing of what this page shows, holds or waits for is theirs.
  if (userId.value !== null && userId.value !== id) return leave();
  accessToken = tokens.access_token;
  expiresAt = Date.now() + lifetime;
  userId.value = id;
  tenant.value = tokens.tenant;
  state.value = 'in';
  schedule();
  for (const { resolve } of waiting.splice(0)) resolve();
}

function subjectOf(token: string): string {
  const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return (JSON.parse(atob(claims)) as { sub: string }).sub;
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renewIfDue(), Math.max(expiresAt - Date.now() - REFRESH_BEFORE_MS, 1_000));
}

/** After a laptop has slept, timers come too late. */
async function renewIfDue(): Promise<void> {
  if (state.value !== 'in' || expiresAt - Date.now() > REFRESH_BEFORE_MS) return;
  try {
    if (!(await renew())) lapse('expired');
  } catch {
    // Not reachable for now: the next request tries again, and so does the timer.
    clearTimeout(timer);
    timer = setTimeout(() => void renewIfDue(), 15_000);
  }
}

for (const event of ['visibilitychange', 'focus', 'online', 'pageshow']) {
  (event === 'visibilitychange' ? document : window).addEventListener(event, () => void renewIfDue());
}

/** @returns whether there is a session. Rejects where the server cannot be asked. */
export function renew(): Promise<boolean> {
  renewal ??= renewOnce().finally(() => (renewal = null));
  return renewal;
}

/** Refresh tokens are for a single use, and one cookie is shared by all tabs: they take turns. */
function renewOnce(): Promise<boolean> {
  const before = accessToken;
  return inTurn(async () => {
    // Another tab has done it while this one waited.
    if (accessToken !== before && expiresAt - Date.now() > REFRESH_BEFORE_MS) return true;
    // The first may have been refused for a cookie that another answer has replaced meanwhile.
    return (await refresh()) ?? (await refresh()) ?? false;
  });
}

/** Locks are missing where a page comes over http, as in development from another machine: one tab at a time, there. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request('ak-refresh', work) : work();
}

/** @returns whether there is a session, or null where the cookie was refused. */
async function refresh(): Promise<boolean | null> {
  // An answer that is lost on its way comes again for the same key: kept before it is sent.
  const key = sessionStorage.getItem(REFRESH_KEY) ?? newKey();
  sessionStorage.setItem(REFRESH_KEY, key);
  try {
    const [tokens, response] = await door<Tokens | null>('refresh', {}, { 'Idempotency-Key': key });
    sessionStorage.removeItem(REFRESH_KEY);
    if (tokens) welcome(tokens, response);
    return tokens !== null;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    sessionStorage.removeItem(REFRESH_KEY);
    return null;
  }
}

/** Whether somebody is signed in already, asked once when the page opens. */
export async function resume(): Promise<void> {
  if (await renew()) return;
  if (state.value === 'unknown') state.value = 'out';
}

/** @returns the access token, after a new sign-in where the session has ended. */
export async function token(): Promise<string | null> {
  if (state.value === 'lapsed') await signedInAgain();
  return accessToken;
}

/** After a 401 for this token: another one, by refreshing or by a new sign-in. */
export async function replace(refused: string | null): Promise<void> {
  if (state.value === 'in' && accessToken !== refused) return;
  if (state.value === 'in' && (await renew())) return;
  if (state.value === 'in') lapse('expired');
  await signedInAgain();
}

function signedInAgain(): Promise<void> {
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

function lapse(why: LapseReason): void {
  if (state.value !== 'in') return;
  accessToken = null;
  clearTimeout(timer);
  reason.value = why;
  state.value = 'lapsed';
}

/** Ends the session for want of activity. What is on the page stays, behind the question for the password. */
export async function lock(): Promise<void> {
  lapse('idle');
  tell({ kind: 'lapsed', reason: 'idle' });
  await door('logout', {}).catch(() => undefined);
}

export async function signOut(): Promise<void> {
  try {
    await door('logout', {});
  } catch (problem) {
    // Signed out only when the server knows: the cookie would sign in again.
    if (problem instanceof Problem && problem.code === UNREACHABLE) throw problem;
  }
  tell({ kind: 'out' });
  leave();
}

/** Empties all that the page holds: what is stored by hand, the rest by loading anew. */
function leave(): void {
  for (const { reject } of waiting.splice(0)) reject(Problem.from(401, null, () => null));
  accessToken = null;
  clearTimeout(timer);
  state.value = 'out';
  letGo();
  dropAllDrafts();
  forgetActivity();
  forgetRequests();
  sessionStorage.clear();
  location.replace('/console/');
}

function tell(message: Message): void {
  tabs.postMessage(message);
}
