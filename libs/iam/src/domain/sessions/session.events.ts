import type { DomainEvent } from '@libs/kernel';

/** A session of either surface, as events name it. */
interface SessionRef {
  readonly tenantId: string;
  /** Null for a session of the administration. */
  readonly appId: string | null;
  readonly userId: string;
  readonly sessionId: string;
}

abstract class SessionEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, userId, sessionId }: SessionRef, facts: Readonly<Record<string, unknown>> = {}) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { session_id: sessionId, user_id: userId, ...facts };
  }
}

export class SessionCreated extends SessionEvent {
  readonly type = 'session.created';
}

/** All sessions at an App that were open by then have ended. Announced once for all, however many they are. */
export class SessionsCutOff implements DomainEvent {
  readonly type = 'sessions.cut_off';
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param after how far their rows tell it already; null for none. */
  constructor(
    { tenantId, appId }: { tenantId: string; appId: string },
    reason: string,
    after: readonly string[] | null,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { reason, after };
  }
}

export class SessionRevoked extends SessionEvent {
  readonly type = 'session.revoked';

  constructor(session: SessionRef, reason: string) {
    super(session, { reason });
  }
}
