import { newId, type SupportedLocale } from '@libs/kernel';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

export const ROWS = 8;

/** Of several scripts, two of them the same. */
export const NAMES = ['王小明', 'alice', 'さくら', 'Émile', '李雷', 'alice', 'アキラ', 'Bob'] as const;

type Columns = Readonly<Record<string, unknown>>;

/** In other languages for each row, so that each fallback is taken. */
export function namesIn(row: number): Partial<Record<SupportedLocale, string>> {
  const [name, other] = [NAMES[row % ROWS], NAMES[(row + 3) % ROWS]];
  const texts = [{ 'zh-CN': name }, { 'zh-CN': name, 'ja-JP': other }, { 'en-US': other, 'zh-TW': name }];
  return texts[row % texts.length]!;
}

export function dayOf(row: number): string {
  return new Date(Date.UTC(2026, 0, 1 + row)).toISOString();
}

/** A day in another order than the rows, or none. */
export function otherDayOf(row: number): string | null {
  return row % 3 === 0 ? null : dayOf((row * 5) % ROWS);
}

/** For tables with both times: as they were created, and changed in another order, some at the same time. */
export const times = (row: number) => ({ created_at: dayOf(row), updated_at: dayOf((row * 3) % 5) });

/**
 * Further rows, unless there are some with their keys.
 *
 * @param like the condition that finds a row, which has what they do not say; or what is the same in all of them.
 */
export async function manyRows(
  { urls }: TestApi,
  table: string,
  like: string | Columns,
  columns: (row: number) => Columns,
): Promise<void> {
  const common = typeof like === 'string' ? await rowWhere(urls, table, like) : like;
  const names = await queryAs<{ column: string }>(
    urls.superuserUrl,
    `SELECT quote_ident(column_name) AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const list = names.map(({ column }) => column).join(', ');
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    ...common,
    ...('id' in common ? { id: newId() } : {}),
    ...columns(row),
  }));
  await queryAs(
    urls.superuserUrl,
    `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

async function rowWhere({ superuserUrl }: TestApi['urls'], table: string, condition: string): Promise<Columns> {
  const text = `SELECT to_jsonb(o) AS row FROM ${table} o WHERE ${condition} LIMIT 1`;
  const [found] = await queryAs<{ row: Columns }>(superuserUrl, text);
  if (!found) throw new Error(`${table} has no such row`);
  return found.row;
}
