import fc from 'fast-check';
import { type ListRequest, localize, type LocalizedText, newId, SUPPORTED_LOCALES } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import { ManagedMessages } from './managed-messages';

interface Row {
  readonly id: string;
  readonly title: LocalizedText;
  readonly status: 'draft' | 'scheduled';
  readonly scheduled_at: string | null;
  readonly created_at: string;
}

type Column = Exclude<keyof Row, 'id'>;

const COLUMNS = ['title', 'status', 'scheduled_at', 'created_at'] as const satisfies readonly Column[];

/** Few, so that many are equal: of each script, with cases, accents, digits and signs. */
const TITLES = [
  '王',
  '李',
  '張',
  '张',
  'さくら',
  'サクラ',
  'アキラ',
  '鈴木',
  'a',
  'A',
  'b',
  'é',
  'e',
  '10',
  '9',
  '-a',
  'a b',
];
const DAYS = ['2100-01-01T00:00:00.000Z', '2100-01-01T00:00:00.001Z', '2101-02-03T04:05:06.007Z'];

const title = fc
  .record(Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, fc.constantFrom(...TITLES)])), {
    requiredKeys: [],
  })
  .filter((texts) => Object.keys(texts).length > 0);
const row = fc
  .record({ title, scheduled_at: fc.option(fc.constantFrom(...DAYS)), created_at: fc.constantFrom(...DAYS) })
  .map(({ title, ...times }): Row => ({
    id: newId(),
    title: title as LocalizedText,
    status: times.scheduled_at === null ? 'draft' : 'scheduled',
    ...times,
  }));
const column = fc.constantFrom(...COLUMNS);
const locale = fc.constantFrom(...SUPPORTED_LOCALES);

/** The same as the list does, in memory. */
function sortedInMemory(rows: readonly Row[], { sort = '', languages }: ListRequest): string[] {
  const { locale, defaultLocale } = languages;
  const name = sort.replace(/^-/, '') as Column;
  const direction = sort.startsWith('-') ? -1 : 1;
  const { compare } = new Intl.Collator(locale);
  // Of jsonb, in which the order of keys is that of their bytes: the first is the last fallback.
  const stored = (texts: LocalizedText) => Object.fromEntries(Object.entries(texts).toSorted(byBytesOfKey));
  const valueOf = (one: Row) => (name === 'title' ? localize(stored(one.title), locale, defaultLocale) : one[name]);
  return rows
    .toSorted((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      const last = Number(a === null) - Number(b === null);
      if (last !== 0) return last;
      const byValue = a === null || b === null ? 0 : (name === 'title' ? compare(a, b) : 0) || byBytes(a, b);
      return direction * (byValue || byBytes(one.id, other.id));
    })
    .map(({ id }) => id);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function byBytesOfKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return byBytes(a, b);
}

describe('A list that is sorted', () => {
  const test = suiteDatabase();
  let scope: { readonly tenantId: string; readonly appId: string };

  beforeAll(async () => {
    const [app] = await queryAs<{ tenantId: string; appId: string }>(
      test.superuserUrl,
      'SELECT tenant_id AS "tenantId", id AS "appId" FROM apps WHERE is_default',
    );
    scope = app!;
  });

  const holding = async (rows: readonly Row[]) => {
    await queryAs(test.superuserUrl, 'DELETE FROM notification_messages');
    await queryAs(
      test.superuserUrl,
      `INSERT INTO notification_messages (tenant_id, app_id, id, title, status, scheduled_at, created_at,
                                          kind, origin, body, audience_mode, channels)
       SELECT $1, $2, r.id, r.title, r.status, r.scheduled_at, r.created_at, 'notice', 'admin', '{}', 'all_members', '{in_app}'
         FROM jsonb_populate_recordset(NULL::notification_messages, $3) r`,
      [scope.tenantId, scope.appId, JSON.stringify(rows)],
    );
  };

  it('is as a list in memory: by any column, with equal and missing values, in any language, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.record({ column, isDescending: fc.boolean(), locale, defaultLocale: locale }),
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.array(fc.nat({ max: 13 }), { minLength: 1, maxLength: 8 })),
        async (rows, { column, isDescending, ...languages }, pageSize, chosen) => {
          await holding(rows);
          // Some of them are of nothing.
          const ids = chosen?.map((index) => rows[index]?.id ?? newId());
          const sort = `${isDescending ? '-' : ''}${column}`;
          const request = { page: 1, pageSize, sort, ids, languages };
          const wanted = rows.filter(({ id }) => !ids || ids.includes(id));
          const expected = sortedInMemory(wanted, request);
          const listed: string[] = [];
          for (let page = 1; page === 1 || (page - 1) * pageSize < expected.length; page++) {
            const found = await new ManagedMessages(test.database).list(scope, 'notice', {}, { ...request, page });
            expect(found.total).toBe(expected.length);
            listed.push(...found.items.map(({ id }) => id));
          }
          expect(listed).toEqual(expected);
        },
      ),
      { numRuns: rounds(500) },
    );
  });

  it('is not sorted by what it does not name', async () => {
    const languages = { locale: 'zh-CN', defaultLocale: 'zh-CN' } as const;
    for (const sort of ['body', '-', 'constructor', 'created_at; DELETE FROM apps']) {
      const request = { page: 1, pageSize: 20, sort, languages };
      await expect(new ManagedMessages(test.database).list(scope, 'notice', {}, request)).rejects.toThrow(
        'The list has no such order',
      );
    }
  });
});
