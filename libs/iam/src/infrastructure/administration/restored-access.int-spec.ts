import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { aTenant } from '../../../../../test/support/tenants';
import { RestoredAccess } from './restored-access';

/** Columns of what is used once or revoked, and of what ends it after a restore; null for what needs no end. */
const ENDED: Readonly<Record<string, string | null>> = {
  'account_links.used_at': 'links',
  'api_clients.tokens_since': 'apiClients',
  'mfa_challenges.consumed_at': 'signIns',
  'otp_challenges.consumed_at': 'codes',
  'otp_challenges.superseded_at': 'codes',
  'recovery_codes.used_at': 'recoveryCodes',
  'sessions.revoked_at': 'sessions',
  // Not logged, and so empty after each restore.
  'captcha_challenges.consumed_at': null,
  // Worthless without their sessions.
  'refresh_tokens.consumed_at': null,
  // Ends sessions, and is not what is ended.
  'session_cutoffs.revoked_at': null,
};

describe('RestoredAccess', () => {
  const db = suiteDatabase();

  it('knows every column by which something is used up or revoked', async () => {
    const columns = await queryAs<{ name: string }>(
      db.superuserUrl,
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ '^(consumed|used|superseded|revoked)_at$|^tokens_since$'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(ENDED).sort());
    const tenantId = await aTenant(db.database);
    const ended = await db.database.run(tenantId, () => new RestoredAccess(db.database).end(tenantId, 'test'));
    expect(ended).toMatchObject(Object.fromEntries(Object.values(ENDED).flatMap((what) => (what ? [[what, 0]] : []))));
  });
});
