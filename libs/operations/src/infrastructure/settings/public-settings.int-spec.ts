import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { isSoOnceAnnounced } from '../../../../../test/support/api';
import { feedsHaveHeard } from '../../../../../test/support/database';
import { aTenant, asSystem } from '../../../../../test/support/tenants';
import { suiteDatabase } from '../../../../../test/support/suite';
import { PublicSettings } from './public-settings';

interface Setting {
  key: string;
  value: unknown;
  scope: 'global' | 'tenant';
  isPublic: boolean;
  isSecret: boolean;
  status: 'active' | 'disabled';
}

describe('Public settings in PostgreSQL', () => {
  const testDatabase = suiteDatabase();
  let database: Database;
  let settings: PublicSettings;
  let tenantId: string;

  beforeAll(async () => {
    database = testDatabase.database;
    settings = new PublicSettings(database, testDatabase.changeFeed);
    tenantId = await aTenant(database);
  });

  beforeEach(() => asSystem(database, 'DELETE FROM settings'));

  const put = (setting: Partial<Setting> & Pick<Setting, 'key'>) => {
    const { key, value, scope, isPublic, isSecret, status } = {
      ...{ value: 1, scope: 'global', isPublic: true, isSecret: false, status: 'active' },
      ...setting,
    };
    return asSystem(
      database,
      `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, $2, $3, $4, $5, 'json', $6, $7, $8)`,
      [newId(), scope, scope === 'global' ? null : tenantId, key, JSON.stringify(value), isPublic, isSecret, status],
    );
  };

  const expectWithinOneSecond = async (expected: object) => {
    await isSoOnceAnnounced(async () => JSON.stringify(await settings.current()) === JSON.stringify(expected));
    expect(await settings.current()).toEqual(expected);
  };

  it('are the active, global and public ones that are not secret, by key', async () => {
    await put({ key: 'b.number', value: 2.5 });
    await put({ key: 'a.text', value: 'x' });
    await put({ key: 'c.json', value: { deep: [true, null] } });
    await put({ key: 'private', isPublic: false });
    await put({ key: 'secret', isPublic: false, isSecret: true });
    await put({ key: 'disabled', status: 'disabled' });
    await put({ key: 'of-a-tenant', scope: 'tenant' });
    await expectWithinOneSecond({ 'a.text': 'x', 'b.number': 2.5, 'c.json': { deep: [true, null] } });
  });

  it('follow a change within one second', async () => {
    await put({ key: 'a', value: 1 });
    await expectWithinOneSecond({ a: 1 });
    await asSystem(database, `UPDATE settings SET value = '2' WHERE key = 'a'`);
    await expectWithinOneSecond({ a: 2 });
    await asSystem(database, `UPDATE settings SET is_public = false WHERE key = 'a'`);
    await expectWithinOneSecond({});
  });

  it('are the same object as long as none of them changes', async () => {
    await feedsHaveHeard();
    const first = await settings.current();
    expect(await settings.current()).toBe(first);
  });

  it('may have any key', async () => {
    await put({ key: '__proto__', value: { polluted: true } });
    await feedsHaveHeard();
    expect(JSON.stringify(await settings.current())).toBe('{"__proto__":{"polluted":true}}');
    expect('polluted' in {}).toBe(false);
  });
});
