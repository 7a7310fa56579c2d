import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, Secrets } from '@libs/foundation';
import { isUuid } from '@libs/kernel';
import type { Membership } from '../preferences/preference-store';

const VALID_MS = 90 * 24 * 60 * 60 * 1_000;
const ID_BYTES = 16;
/** Seconds since 1970 follow the three ids. */
const PAYLOAD_BYTES = 3 * ID_BYTES + 4;
const PARTS = /^([A-Za-z0-9_-]{70})\.([A-Za-z0-9_-]{43})$/;
/** What a link is for, so that none of another kind can be made of it. */
const MARKETING_MAIL = 'marketing/email';

/** Links by which whoever gets mail of an App's marketing ends it, without signing in. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** For marketing mail of the App to the member. */
  urlFor(member: Membership, now: Date): string {
    return `${this.config.publicBaseUrl.replace(/\/+$/, '')}/unsubscribe?token=${this.tokenFor(member, now)}`;
  }

  /** Null for a token that was not made here, or has expired. */
  memberOf(token: string, now: Date): Membership | null {
    const [, encoded = '', signature = ''] = PARTS.exec(token) ?? [];
    const payload = Buffer.from(encoded, 'base64url');
    if (payload.length !== PAYLOAD_BYTES || payload.toString('base64url') !== encoded) return null;
    if (!this.secrets.isSigned('unsubscribe', [MARKETING_MAIL, payload], signature)) return null;
    if (payload.readUInt32BE(3 * ID_BYTES) * 1_000 <= now.getTime()) return null;
    const [tenantId, appId, userId] = [0, 1, 2].map((place) => idAt(payload, place));
    if (!isUuid(tenantId) || !isUuid(appId) || !isUuid(userId)) return null;
    return { tenantId, appId, userId };
  }

  private tokenFor({ tenantId, appId, userId }: Membership, now: Date): string {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    for (const [place, id] of [tenantId, appId, userId].entries()) {
      payload.write(id.replaceAll('-', ''), place * ID_BYTES, 'hex');
    }
    payload.writeUInt32BE(Math.floor((now.getTime() + VALID_MS) / 1_000), 3 * ID_BYTES);
    return `${payload.toString('base64url')}.${this.secrets.sign('unsubscribe', [MARKETING_MAIL, payload])}`;
  }
}

function idAt(payload: Buffer, place: number): string {
  const hex = payload.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
