import type { TestApi } from '../../support/api';
import { aCategory, anArticle, insertArticles, insertCategories } from '../../support/articles';
import { queryAs } from '../../support/database';

/** Bookmarks an article for the member of the default App, who has read it. @returns the id of the article. */
export async function aBookmark(api: TestApi, userId: string): Promise<string> {
  const scope = { tenantId: api.tenantId, appId: api.appId };
  const query = (text: string, values: unknown[]) => queryAs(api.urls.superuserUrl, text, values);
  const category = aCategory();
  const article = anArticle(category.id);
  await insertCategories(query, scope, [category]);
  await insertArticles(query, scope, [article]);
  await query(
    'INSERT INTO content_article_bookmarks (tenant_id, app_id, user_id, article_id) VALUES ($1, $2, $3, $4)',
    [api.tenantId, api.appId, userId, article.id],
  );
  await query(`INSERT INTO content_article_readers (tenant_id, app_id, user_id, number) VALUES ($1, $2, $3, 5)`, [
    api.tenantId,
    api.appId,
    userId,
  ]);
  await query(
    `INSERT INTO content_article_reader_days (tenant_id, app_id, article_id, day, block, readers)
     VALUES ($1, $2, $3, '2026-11-20', 0, set_bit(0::bit(512), 5, 1)), ($1, $2, $3, '2026-11-21', 0, set_bit(0::bit(512), 6, 1))`,
    [api.tenantId, api.appId, article.id],
  );
  return article.id;
}

interface PersonalColumn {
  readonly table: string;
  readonly column: string;
}

export type ColumnUsage = Readonly<Record<'used' | 'unused', PersonalColumn[]>>;

/** The columns that the catalogue marks as personal. */
async function personalColumns(api: Pick<TestApi, 'urls'>): Promise<PersonalColumn[]> {
  return queryAs<{ table: string; column: string }>(
    api.urls.superuserUrl,
    `SELECT c.relname AS table, a.attname AS column
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND col_description(c.oid, a.attnum) = 'personal'
      ORDER BY 1, 2`,
  );
}

/** The rows about the user $1, in tables without user_id. */
const ABOUT_USER: Readonly<Record<string, string>> = {
  users: 'id = $1',
  search_texts: `kind = 'user' AND id = $1`,
  // Those of administrators are about nobody.
  notification_messages: `origin = 'product' AND audience_user_ids = ARRAY[$1::uuid]`,
  refresh_tokens: 'session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
  // The rows do not show whose these are: the suite has only one user.
  archives: '$1::uuid IS NOT NULL',
  password_reset_requests: '$1::uuid IS NOT NULL',
  pictures: '$1::uuid IS NOT NULL',
};

/** Values that say nothing about anybody. */
const EMPTY: Readonly<Record<string, string>> = {
  'devices.push_enabled': 'false',
  'security_events.details': `'{}'`,
};

/** In how many rows about the user the column has a value. */
async function tracesIn(
  api: Pick<TestApi, 'urls'>,
  { table, column }: PersonalColumn,
  userId: string,
): Promise<number> {
  const empty = EMPTY[`${table}.${column}`];
  const [row] = await queryAs<{ count: number }>(
    api.urls.superuserUrl,
    `SELECT count(*)::int AS count FROM ${table}
      WHERE ${ABOUT_USER[table] ?? 'user_id = $1'} AND ${column} IS NOT NULL
        ${empty === undefined ? '' : `AND ${column} <> ${empty}`}`,
    [userId],
  );
  return row?.count ?? 0;
}

/** The columns that the catalogue marks as personal, by whether they have a value in any row about the user. */
export async function columnUsage(api: Pick<TestApi, 'urls'>, userId: string): Promise<ColumnUsage> {
  const usage: ColumnUsage = { used: [], unused: [] };
  for (const column of await personalColumns(api)) {
    const isUsed = (await tracesIn(api, column, userId)) > 0;
    usage[isUsed ? 'used' : 'unused'].push(column);
  }
  return usage;
}

/** A notice of a change that is still to be sent to the address $3, about the user $2 of the tenant $1. */
export const INSERT_NOTICE = `INSERT INTO account_change_notices
  (tenant_id, id, user_id, event_id, channel, recipient, changed_identifier, locale)
  VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), 'email', $3, 'e***@example.com', 'zh-TW')`;

/** Every row of every table, as text, by the name of the table. */
export async function dumpOf(api: Pick<TestApi, 'urls'>): Promise<ReadonlyMap<string, string>> {
  const tables = await queryAs<{ name: string }>(
    api.urls.superuserUrl,
    `SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await queryAs<{ row: string }>(api.urls.superuserUrl, `SELECT t::text AS row FROM ${name} t`);
    contents.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return contents;
}

/** Where any of these occurs, in plain text, base64, or hexadecimal as bytea is shown. */
export function findIn(contents: ReadonlyMap<string, string>, needles: readonly string[]): string[] {
  return needles.flatMap((needle) => {
    const bytes = Buffer.from(needle);
    const forms = [needle, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
    return forms.flatMap((form) =>
      [...contents].filter(([, text]) => text.includes(form)).map(([table]) => `${needle} in ${table}`),
    );
  });
}

/** The rows in which it occurs, each with its table. */
export function linesAbout(contents: ReadonlyMap<string, string>, needle: string): string[] {
  return [...contents].flatMap(([table, text]) =>
    text.split('\n').flatMap((line) => (line.includes(needle) ? [`${table}: ${line}`] : [])),
  );
}
