import * as generated from './generated/admin-operations.js';
import type { Answer, Input, OperationSpec, Sender } from './operation.js';
import { type ApiError, isApiError } from './problem.js';
import { createSender, type SenderOptions } from './sender.js';
import { createSession, type Session } from './session.js';
import { memoryStorage, type Storage } from './storage.js';

export interface AdminClientOptions extends SenderOptions {
  /** Where the session is kept: in memory, unless told otherwise. */
  readonly storage?: Storage;
  /** The tenant to act in, for administrators of the platform. */
  readonly tenantId?: string;
  /** Told when the server has ended the session. */
  readonly onSignedOut?: (error: ApiError) => void;
}

/** A client of an administrator. */
export interface AdminClient extends Sender {
  readonly session: Session;
}

/** @returns a client that acts as whoever signs in with `adminLogin`. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { storage = memoryStorage(), tenantId, onSignedOut } = options;
  // What concerns one's own account stays in one's own tenant.
  const isVisiting = ({ path }: OperationSpec): boolean => tenantId !== undefined && !path.includes('/v1/auth/');
  const headersOf = (spec: OperationSpec): Promise<Record<string, string>> =>
    Promise.resolve<Record<string, string>>(isVisiting(spec) ? { 'X-Tenant-ID': tenantId! } : {});
  const session = createSession({
    storage,
    name: 'appkernel.admin.session',
    refresh: (token) => generated.adminRefresh(sender, { body: { refresh_token: token } }),
    onEnded: onSignedOut,
  });
  const sender: Sender = createSender(options, headersOf, session);
  return { session, send: sender.send };
}

type Credentials = Input<typeof generated.adminLogin>['body'];

export interface AdminSignIn extends Credentials {
  /** Asks for a code of the second factor, where the administrator has one; again after a wrong one. */
  readonly secondFactor?: (methods: readonly string[], attempt: number) => Promise<string>;
}

type AdminTokens = Answer<typeof generated.adminLoginMfa>;

/** Sign in as an administrator, with a second factor where there is one, and keep the session. */
export async function adminLogin(client: AdminClient, { secondFactor, ...body }: AdminSignIn): Promise<AdminTokens> {
  const answer = await generated.adminLogin(client, { body });
  const tokens = 'mfa_required' in answer ? await confirm(client, answer, secondFactor) : answer;
  await client.session.open(tokens);
  return tokens;
}

async function confirm(
  client: Sender,
  { mfa_token, methods }: { readonly mfa_token: string; readonly methods: readonly string[] },
  secondFactor: AdminSignIn['secondFactor'],
): Promise<AdminTokens> {
  if (!secondFactor) throw new TypeError('This administrator has a second factor: give adminLogin secondFactor');
  // The server counts: more attempts would keep the administrator out for a while.
  for (let attempt = 1; ; attempt += 1) {
    const code = await secondFactor(methods, attempt);
    try {
      return await generated.adminLoginMfa(client, { body: { mfa_token, code } });
    } catch (error) {
      if (!isApiError(error, 'IAM.MFA.INVALID') || attempt === 3) throw error;
    }
  }
}

/** Sign out. This process forgets the session in any case. */
export async function adminLogout(client: AdminClient): Promise<void> {
  try {
    await generated.adminLogout(client);
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
  } finally {
    await client.session.close();
  }
}
