import { Injectable } from '@nestjs/common';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import type { AdminSession, MemberSession } from './signed-in';

/** A session that may be used, as it was read. */
export interface Usable<Session> {
  readonly session: Session;
  /** How long it still does not expire, by the clock of the database. */
  readonly lifetimeMs: number;
}

type Claims = Pick<MemberSession, 'tenantId' | 'userId' | 'sessionId'>;

const MAX_MEMBER_BYTES = 12 * 1024 * 1024;
const MAX_ADMIN_BYTES = 4 * 1024 * 1024;

/** With its place in the cache. */
export const BYTES_PER_MEMBER = 950;
export const BYTES_PER_ADMIN = 1_000;
export const BYTES_PER_PERMISSION = 80;

/**
 * The sessions that requests come with, from memory if possible: triggers announce every change to what decides whether
 * a session may be used, and to what is known of its owner. A session that may not be used is not remembered.
 */
@Injectable()
export class KnownSessions {
  private readonly members: InvalidatedCache<Usable<MemberSession>>;
  private readonly admins: InvalidatedCache<Usable<AdminSession>>;

  constructor(feed: ChangeFeed) {
    this.members = new InvalidatedCache<Usable<MemberSession>>(feed, {
      subject: 'account',
      further: { app: ({ session }) => session.appId, tenant: ({ session }) => session.tenantId },
      sizeOf: () => BYTES_PER_MEMBER,
      maxBytes: MAX_MEMBER_BYTES,
      lifetimeMsOf: ({ lifetimeMs }) => lifetimeMs,
    });
    this.admins = new InvalidatedCache<Usable<AdminSession>>(feed, {
      subject: 'account',
      further: {
        roles: ({ session }) => session.tenantId,
        tenant: ({ session }) => session.tenantId,
        settings: ({ session }) => session.tenantId,
      },
      sizeOf: ({ session }) => BYTES_PER_ADMIN + session.permissions.size * BYTES_PER_PERMISSION,
      maxBytes: MAX_ADMIN_BYTES,
      lifetimeMsOf: ({ lifetimeMs }) => lifetimeMs,
    });
  }

  async member(
    claims: Claims & Pick<MemberSession, 'appId'>,
    read: () => Promise<Usable<MemberSession> | null>,
  ): Promise<MemberSession | null> {
    const known = await this.members.get(claims.userId, `${placeOf(claims)} ${claims.appId}`, read);
    return known?.session ?? null;
  }

  async admin(claims: Claims, read: () => Promise<Usable<AdminSession> | null>): Promise<AdminSession | null> {
    const known = await this.admins.get(claims.userId, placeOf(claims), read);
    return known?.session ?? null;
  }
}

function placeOf({ tenantId, sessionId }: Claims): string {
  return `${tenantId} ${sessionId}`;
}
