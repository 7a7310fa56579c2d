import { domainEvent } from '@libs/kernel';

/** A session of either surface, as events name it. */
interface SessionRef {
  readonly tenantId: string;
  /** Null for a session of the administration. */
  readonly appId: string | null;
  readonly userId: string;
  readonly sessionId: string;
}

/** Which sessions were ended; null for what was not named. */
export interface NamedSessions {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string | null;
}

const factsOf = ({ sessionId, userId }: SessionRef) => ({ session_id: sessionId, user_id: userId });

export class SessionCreated extends domainEvent('session.created', factsOf) {}

/**
 * All sessions at an App that were open by then have ended, which their rows are to tell. `after` is how far they do already;
 * null for none.
 */
export class SessionsCutOff extends domainEvent(
  'sessions.cut_off',
  (_app: { readonly tenantId: string; readonly appId: string }, reason: string, after: readonly string[] | null) => ({
    reason,
    after,
  }),
) {}

export class SessionRevoked extends domainEvent('session.revoked', (session: SessionRef, reason: string) => ({
  ...factsOf(session),
  count: 1,
  reason,
})) {}

/** Sessions that an administrator ended together, of a user, at an App or both: announced once, however many they are. */
export class SessionsRevoked extends domainEvent(
  'session.revoked',
  (named: NamedSessions, count: number, reason: string) => ({
    session_id: null,
    user_id: named.userId,
    count,
    reason,
  }),
) {}
