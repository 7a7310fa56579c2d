import { text } from 'node:stream/consumers';
import { PersonalData } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { IamPersonalData } from '../../infrastructure/personal-data/iam-personal-data';
import { SelfProfiles } from '../../infrastructure/personal-data/self-profiles';
import { UserRows } from '../../infrastructure/personal-data/user-rows';
import { DataArchive } from './data-archive';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';

const MADE_AT = new Date('2026-11-21T09:00:00.000Z');

describe('The archive of a user', () => {
  const test = suiteDatabase();
  let personalData: PersonalData;
  let archive: DataArchive;
  let user: { tenantId: string; userId: string };

  beforeAll(async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    user = { tenantId: tenant!.id, userId: newId() };
    await rows(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`);
  });
  beforeEach(() => {
    personalData = new PersonalData();
    const pictures = { find: () => Promise.resolve(null), open: () => Promise.resolve(null) };
    archive = new DataArchive(new SelfProfiles(test.database), pictures as never, personalData);
  });

  const rows = (statement: string) => queryAs(test.superuserUrl, statement, [user.tenantId, user.userId]);

  it('contains each of a thousand events once, newest first, including events of the same moment', async () => {
    await rows(
      `INSERT INTO login_events (tenant_id, id, user_id, identifier_key, result, method, occurred_at)
       SELECT $1, gen_random_uuid(), $2, '\\x01', 'success', 'password', now() - make_interval(secs => n / 300)
         FROM generate_series(1, 1234) n`,
    );
    const foreign = newId();
    await queryAs(
      test.superuserUrl,
      `INSERT INTO login_events (tenant_id, id, user_id, identifier_key, result, method)
       VALUES ($1, gen_random_uuid(), $2, '\\x01', 'success', 'password')`,
      [user.tenantId, foreign],
    );
    new IamPersonalData(personalData, test.database, new UserRows(test.database)).onModuleInit();
    const { login_events: events } = JSON.parse(await text(archive.write(user, MADE_AT))) as {
      login_events: { id: string; occurred_at: string }[];
    };
    const expected = await rows(
      `SELECT id, occurred_at FROM login_events WHERE tenant_id = $1 AND user_id = $2 ORDER BY occurred_at DESC, id DESC`,
    );
    expect(events.map(({ id }) => id)).toEqual(expected.map(({ id }) => String(id)));
    expect(events[0]?.occurred_at).toBe((expected[0]?.['occurred_at'] as Date).toISOString());
  });

  it('is read no faster than it is consumed: memory does not grow with its size', async () => {
    const given = { batches: 0 };
    personalData.register({
      name: 'endless',
      read: async function* () {
        for (;;) {
          given.batches++;
          yield await Promise.resolve([{ text: 'x'.repeat(100_000) }]);
        }
      },
    });
    const stream = archive.write(user, MADE_AT);
    const taken = { bytes: 0 };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      taken.bytes += chunk.length;
      if (taken.bytes > 1_000_000) break;
    }
    // As many as were consumed, and those in the stream's buffer.
    expect(given.batches).toBeLessThan(taken.bytes / 100_000 + 3);
    expect(stream.destroyed).toBe(true);
  });

  it('fails when one of its sources fails', async () => {
    personalData.register({
      name: 'broken',
      read: async function* () {
        yield await Promise.resolve([{ a: 1 }]);
        throw new Error('the database went away');
      },
    });
    await expect(text(archive.write(user, MADE_AT))).rejects.toThrow('the database went away');
  });

  it('contains no kind of data twice', () => {
    const records = {
      name: 'twice',
      read: () =>
        (async function* () {
          yield await Promise.resolve([]);
        })(),
    };
    personalData.register(records);
    expect(() => personalData.register(records)).toThrow(/twice/);
  });
});
