import { domainEvent } from '@libs/kernel';

/** A session of either surface, as events name it. */
interface SessionRef {
  readonly tenantId: string;
  /** Null for a session of the administration. */
  readonly appId: string | null;
  readonly userId: string;
  readonly sessionId: string;
}

const factsOf = ({ sessionId, userId }: SessionRef) => ({ session_id: sessionId, user_id: userId });

export class SessionCreated extends domainEvent('session.created', factsOf) {}

/**
 * All sessions at an App that were open by then have ended. Announced once for all, however many they are. `after` is how
 * far their rows tell it already; null for none.
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
  reason,
})) {}
