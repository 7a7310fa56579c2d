import { PersonalData } from '@libs/foundation';
import { queryAs } from '../../../../../test/support/database';
import { aMessage, deliverMessages, insertMembers } from '../../../../../test/support/messages';
import { suiteDatabase } from '../../../../../test/support/suite';
import { PersonalInbox } from './personal-inbox';

const MESSAGES = 12;
/** As long as a message may be. */
const LONG = '文'.repeat(10_000);
const inAll = (text: string) =>
  Object.fromEntries(['zh-CN', 'zh-TW', 'en-US', 'ja-JP'].map((locale) => [locale, text]));

describe('What a person was told, for the export of their data', () => {
  const test = suiteDatabase();
  it('is read by bytes, whatever it was', async () => {
    const query = (text: string, values: unknown[]) =>
      queryAs<{ id: string; tenant_id: string }>(test.superuserUrl, text, values);
    const [app] = await query('SELECT id, tenant_id FROM apps WHERE is_default', []);
    const scope = { tenantId: app!.tenant_id, appId: app!.id };
    const [userId] = await insertMembers(query, scope, 1);
    const published = Date.now();
    const messages = Array.from({ length: MESSAGES }, (_, place) =>
      aMessage({ body: inAll(place < 6 ? LONG : 'Short'), publishedAt: new Date(published + place) }),
    );
    await deliverMessages(query, scope, [userId!], ...messages);
    const data = new PersonalData();
    new PersonalInbox(data, test.database).onModuleInit();
    const sizes: number[] = [];
    const ids: string[] = [];
    const records = data.all.find(({ name }) => name === 'notifications')!;
    for await (const batch of records.read(scope.tenantId, userId!)) {
      ids.push(...batch.map((item) => (item as { id: string }).id));
      sizes.push(Buffer.byteLength(JSON.stringify(batch)));
    }
    expect(ids).toEqual(messages.map(({ publicationId }) => publicationId));
    expect(Math.max(...sizes)).toBeLessThan((256 + 128) * 1024);
  });
});
