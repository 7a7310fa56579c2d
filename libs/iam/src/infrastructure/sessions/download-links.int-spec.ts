import { randomBytes } from 'node:crypto';
import { Secrets } from '@libs/foundation';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { aTenant } from '../../../../../test/support/tenants';
import { rounds } from '../../../../../test/support/rounds';
import { DownloadLinks } from './download-links';

const aKey = (id: string) => ({ id, bytes: randomBytes(32) });
const TARGET = '/admin-api/v1/audit/logs/export?q=Lin';

describe('Download links', () => {
  const test = suiteDatabase();
  const [older, newer] = [aKey('k1'), aKey('k2')];
  let tenantId: string;

  const linksOf = (...keys: ReturnType<typeof aKey>[]) => new DownloadLinks(test.database, new Secrets(keys));
  const add = (links = linksOf(older), target = TARGET) =>
    test.database.run(tenantId, () => links.add(tenantId, { userId: 'somebody' }, target));

  beforeEach(async () => {
    tenantId = await aTenant(test.database);
  });

  it('are found for their request alone, with what the bearer claimed', async () => {
    const links = linksOf(older);
    const { token, expiresAt } = await add();
    expect(Math.abs(expiresAt.getTime() - Date.now() - 60_000)).toBeLessThan(20_000);
    expect(await links.find(token, TARGET)).toEqual({ tenantId, token, claims: { userId: 'somebody' } });
    for (const other of ['', TARGET.replace('Lin', 'Wei'), `${TARGET}&format=csv`, TARGET.replace('audit', 'files')]) {
      expect(await links.find(token, other)).toBeNull();
    }
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(await links.find(changed, TARGET)).toBeNull();
    }
  });

  it('are taken by one of many, and not after their end', async () => {
    const links = linksOf(older);
    for (let round = 0; round < rounds(5); round++) {
      const link = (await links.find((await add()).token, TARGET))!;
      const taken = await Promise.all(Array.from({ length: 16 }, () => links.take(link)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await links.find(link.token, TARGET)).toBeNull();
    }
    const late = (await links.find((await add()).token, TARGET))!;
    await queryAs(test.superuserUrl, 'UPDATE download_links SET expires_at = now() WHERE tenant_id = $1', [tenantId]);
    expect(await links.take(late)).toBe(false);
    expect(await links.find(late.token, TARGET)).toBeNull();
  });

  it('outlive a new key, and end when their own is dropped', async () => {
    const { token } = await add();
    expect(await linksOf(newer, older).find(token, TARGET)).not.toBeNull();
    expect(await linksOf(newer).find(token, TARGET)).toBeNull();
  });
});
