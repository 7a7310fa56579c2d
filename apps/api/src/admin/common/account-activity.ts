import { Injectable } from '@nestjs/common';
import { type AdminSession, OnlineSessions, type Permission, TenantEvents } from '@libs/iam';

export const MOST_SESSIONS = 100;
export const LAST_LOGINS = 20;

/** The latest come first, and no text sorts them. */
const LATEST = { page: 1, languages: { locale: 'en-US', defaultLocale: 'en-US' } } as const;

/** Each suffices. */
const SHOWING: readonly Permission[] = ['sessions.read', 'security.read'];

/** Where a user is signed in, and how the last sign-ins went: for those who may know. */
@Injectable()
export class AccountActivity {
  constructor(
    private readonly online: OnlineSessions,
    private readonly events: TenantEvents,
  ) {}

  /** @param of the user, at all Apps and in the administration, or at one App. */
  async seenBy(
    { tenantId, sessionId, permissions }: AdminSession,
    of: { readonly userId: string; readonly appId?: string },
  ) {
    if (!SHOWING.some((permission) => permissions.has(permission))) return { sessions: null, loginEvents: null };
    const [sessions, logins] = await Promise.all([
      this.online.list(tenantId, of, { ...LATEST, pageSize: MOST_SESSIONS }),
      this.events.logins(tenantId, of, { ...LATEST, pageSize: LAST_LOGINS }),
    ]);
    return {
      sessions: sessions.items.map((session) => ({ ...session, current: session.id === sessionId })),
      loginEvents: logins.items,
    };
  }
}
