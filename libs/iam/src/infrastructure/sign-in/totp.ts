import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type SealedColumn, Secrets } from '@libs/foundation';
import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';

const ISSUER = 'AppKernel';
const PERIOD_SECONDS = 30;
/** Codes of this many steps before and after the current one are accepted, as clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Crockford's alphabet: without letters that are mistaken for others. */
const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 12;
const TOTP_CODE = /^\d{6}$/;

interface UserRef {
  readonly tenantId: string;
  readonly userId: string;
}

/** Whether the user `u` has set up a second factor. */
export const HAS_TOTP = `EXISTS (SELECT FROM user_totp t
  WHERE t.tenant_id = u.tenant_id AND t.user_id = u.id AND t.confirmed_at IS NOT NULL)`;

export const SEALED_TOTP: SealedColumn = {
  table: 'user_totp',
  column: 'sealed_secret',
  purpose: 'totp',
  key: ['tenant_id', 'user_id'],
  contextOf: (row) => contextOf({ tenantId: String(row['tenant_id']), userId: String(row['user_id']) }),
};

/** What an authenticator app needs to know. */
export interface TotpEnrolment {
  readonly secret: string;
  readonly otpauthUrl: string;
  /** PNG. */
  readonly qrDataUrl: string;
}

/** Who sets up a second factor: the session, and the password that proved it. */
export interface Enroller {
  readonly sessionId: string;
  readonly passwordChangedAt: Date | null;
}

interface TotpRow {
  sealed_secret: string;
  confirmed: boolean;
  session_id: string | null;
  password_changed_at: Date | null;
  now: Date;
}

/** The second factor of administrators: TOTP (RFC 6238), with recovery codes in case the device is lost. */
@Injectable()
export class TotpFactors {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** Generates a secret, which a code must confirm before it counts. Null if there is a confirmed one already. */
  async enrol(user: UserRef, account: string, enroller: Enroller): Promise<TotpEnrolment | null> {
    const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
    const sealed = this.secrets.seal('totp', secret.base32, contextOf(user));
    const written = await this.database.query(
      `INSERT INTO user_totp (tenant_id, user_id, sealed_secret, session_id, password_changed_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (tenant_id, user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = now(),
               session_id = excluded.session_id, password_changed_at = excluded.password_changed_at
        WHERE user_totp.confirmed_at IS NULL RETURNING 1`,
      [user.tenantId, user.userId, sealed, enroller.sessionId, enroller.passwordChangedAt],
    );
    if (written.length === 0) return null;
    const otpauthUrl = new TOTP({ issuer: ISSUER, label: account, secret }).toString();
    return { secret: secret.base32, otpauthUrl, qrDataUrl: await toDataURL(otpauthUrl) };
  }

  /** Whether a sign-in has to ask for it. */
  async isSetUp({ tenantId, userId }: UserRef): Promise<boolean> {
    return this.database.hasRows(
      'SELECT FROM user_totp WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL',
      [tenantId, userId],
    );
  }

  /**
   * Confirms the secret with one of its codes, in the current transaction, under the user's lock. Its time is that of
   * the clock: every sign-in that did not require the code has begun before.
   *
   * @returns the recovery codes, null for a wrong code, 'none' if no enrolment waits for this session and password.
   */
  async confirm(user: UserRef, code: string, enroller: Enroller): Promise<readonly string[] | null | 'none'> {
    const row = await this.lock(user);
    if (!row || row.confirmed || !isDrawnBy(enroller, row)) return 'none';
    const step = this.stepOf(user, row, code);
    if (step === null) return null;
    await this.database.query(
      'UPDATE user_totp SET confirmed_at = clock_timestamp(), last_step = $3 WHERE tenant_id = $1 AND user_id = $2',
      [user.tenantId, user.userId, step],
    );
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.database.query(
      `INSERT INTO recovery_codes (tenant_id, user_id, code_hash) SELECT $1, $2, unnest($3::bytea[])`,
      [user.tenantId, user.userId, codes.map((one) => this.recoveryHash(user, one, this.secrets.currentKeyId))],
    );
    return codes.map((one) => one.replace(/(.{4})(?=.)/g, '$1-'));
  }

  /** Uses up a code of the app or a recovery code, each once, in the current transaction. */
  async take(user: UserRef, code: string): Promise<boolean> {
    const row = await this.lock(user);
    if (!row?.confirmed) return false;
    return TOTP_CODE.test(code) ? this.takeStep(user, row, code) : this.takeRecoveryCode(user, code);
  }

  async remove({ tenantId, userId }: UserRef): Promise<void> {
    await this.database.query('DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]);
    await this.database.query('DELETE FROM user_totp WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]);
  }

  private async lock({ tenantId, userId }: UserRef): Promise<TotpRow | undefined> {
    const [row] = await this.database.query<TotpRow>(
      `SELECT sealed_secret, confirmed_at IS NOT NULL AS confirmed, session_id, password_changed_at, now() AS now
         FROM user_totp WHERE tenant_id = $1 AND user_id = $2 FOR UPDATE`,
      [tenantId, userId],
    );
    return row;
  }

  private async takeStep(user: UserRef, row: TotpRow, code: string): Promise<boolean> {
    const step = this.stepOf(user, row, code);
    if (step === null) return false;
    return this.database.hasRows(
      `UPDATE user_totp SET last_step = $3
        WHERE tenant_id = $1 AND user_id = $2 AND coalesce(last_step < $3, true) RETURNING 1`,
      [user.tenantId, user.userId, step],
    );
  }

  private async takeRecoveryCode(user: UserRef, code: string): Promise<boolean> {
    const normal = code.toUpperCase().replaceAll(/[\s-]/g, '');
    const hashes = this.secrets.keyIds.map((keyId) => this.recoveryHash(user, normal, keyId));
    return this.database.hasRows(
      `UPDATE recovery_codes SET used_at = now()
        WHERE tenant_id = $1 AND user_id = $2 AND code_hash = ANY ($3::bytea[]) AND used_at IS NULL RETURNING 1`,
      [user.tenantId, user.userId, hashes],
    );
  }

  /** The time step of the code, judged by the database's clock; null for a wrong code. */
  private stepOf(user: UserRef, row: TotpRow, code: string): number | null {
    const secret = TOTP_CODE.test(code) ? this.secrets.open('totp', row.sealed_secret, contextOf(user)) : null;
    if (secret === null) return null;
    const timestamp = row.now.getTime();
    const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
  }

  private recoveryHash({ tenantId, userId }: UserRef, code: string, keyId: string): Buffer {
    return this.secrets.hmac('recovery-code', [tenantId, userId, code], keyId);
  }
}

function isDrawnBy({ sessionId, passwordChangedAt }: Enroller, row: TotpRow): boolean {
  return row.session_id === sessionId && row.password_changed_at?.getTime() === passwordChangedAt?.getTime();
}

function contextOf({ tenantId, userId }: UserRef): Buffer {
  return Buffer.from(`${tenantId}/${userId}`);
}

/** 60 random bits. */
function newRecoveryCode(): string {
  return Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET.charAt(byte % 32)).join('');
}
