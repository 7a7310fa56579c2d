import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, Sweeps } from '@libs/foundation';
import { bucketEdges, dayIn, found, ValidationFailedError } from '@libs/kernel';
import { TenantSettings } from '@libs/operations';
import type { CountedReads } from '../../domain/articles/read-tally';
import type { ContentScope } from '../../domain/content-scope';
import { deleteRowsOfApp } from '../texts/rows-of-app';

export const MAX_STATISTICS_DAYS = 400;
const DAY_MS = 24 * 3_600_000;
/** A range may begin and end within a day. */
const MAX_EDGES = MAX_STATISTICS_DAYS + 3;
const RETENTION = `${MAX_STATISTICS_DAYS + 2} days`;
const TABLES = ['content_article_reads', 'content_article_reader_days'] as const;

/** How an article was read in a range of days. */
export interface ArticleStatistics {
  readonly reads: number;
  /** Members, each once. */
  readonly readers: number;
  /** Now. */
  readonly bookmarks: number;
  /** All days of the range, the first one first. */
  readonly byDay: readonly { readonly date: string; readonly reads: number; readonly readers: number }[];
}

interface StatisticsRow {
  readonly readers: number;
  readonly bookmarks: number;
  readonly readsByDay: Readonly<Record<string, number>>;
  readonly readersByDay: Readonly<Record<string, number>>;
}

/** The day in the time zone of a tenant. */
export type DayOf = (tenantId: string, instant: Date) => string;

const COUNT = 'SELECT count_article_reads($1, $2, $3, $4::date[], $5, $6, $7)';

/** A bit for each member who read: the union of days has each of them once. */
const SELECT = `
  SELECT (SELECT coalesce(sum(bit_count(b.readers)), 0)::integer
            FROM (SELECT bit_or(d.readers) AS readers FROM content_article_reader_days d
                   WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.article_id = $3 AND d.day BETWEEN $4 AND $5
                   GROUP BY d.block) b) AS readers,
         (SELECT count(*)::integer FROM content_article_bookmarks k WHERE k.tenant_id = $1 AND k.article_id = $3) AS bookmarks,
         (SELECT coalesce(jsonb_object_agg(r.day, r.reads), '{}') FROM content_article_reads r
           WHERE r.tenant_id = $1 AND r.app_id = $2 AND r.article_id = $3 AND r.day BETWEEN $4 AND $5) AS "readsByDay",
         (SELECT coalesce(jsonb_object_agg(n.day, n.readers), '{}')
            FROM (SELECT d.day, sum(bit_count(d.readers)) AS readers FROM content_article_reader_days d
                   WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.article_id = $3 AND d.day BETWEEN $4 AND $5
                   GROUP BY d.day) n) AS "readersByDay"
    FROM content_articles a
   WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`;

/** How often articles were read, by day, and by how many members. */
@Injectable()
export class ArticleFigures implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly settings: TenantSettings,
    private readonly sweeps: Sweeps,
  ) {}

  onModuleInit(): void {
    for (const table of TABLES) {
      const expired = { table, since: 'day', after: RETENTION };
      this.sweeps.register(`content.${table.replace('content_', '')}`, () => deleteExpired(this.database, expired));
    }
  }

  /** The days of all tenants, as their settings are now. */
  async days(): Promise<DayOf> {
    const timeZones = await this.settings.timeZones();
    return (tenantId, instant) => dayIn(timeZones(tenantId), instant);
  }

  /** Adds what was counted, in one transaction. What is deleted meanwhile is left out. */
  async add(counted: readonly CountedReads[], dayOf: DayOf): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(COUNT, [
        counted.map(({ scope }) => scope.tenantId),
        counted.map(({ scope }) => scope.appId),
        counted.map(({ articleId }) => articleId),
        counted.map(({ scope, since }) => dayOf(scope.tenantId, since)),
        counted.map(({ reads }) => reads),
        counted.flatMap(({ members }, place) => members.map(() => place + 1)),
        counted.flatMap(({ members }) => members),
      ]),
    );
  }

  /**
   * Of whole days of the tenant's time zone: from that which contains `from` to the last one that begins before `to`.
   *
   * @throws ValidationFailedError for a range that is empty or too long.
   * @throws ResourceNotFoundError when the App has no such article.
   */
  async of({ tenantId, appId }: ContentScope, articleId: string, from: Date, to: Date): Promise<ArticleStatistics> {
    if (to <= from) throw ValidationFailedError.of('to', 'not_after_from');
    if (to.getTime() - from.getTime() > MAX_STATISTICS_DAYS * DAY_MS) {
      throw ValidationFailedError.of('to', 'range_too_long', { max: MAX_STATISTICS_DAYS });
    }
    const timeZone = await this.settings.timeZoneOf(tenantId);
    const dates = bucketEdges(timeZone, 'day', from, to, MAX_EDGES)
      .slice(0, -1)
      .map((start) => dayIn(timeZone, start))
      .filter(isDate);
    const values = [tenantId, appId, articleId, dates[0] ?? null, dates.at(-1) ?? null];
    const rows = await this.database.readRecent<StatisticsRow & Record<string, unknown>>(tenantId, SELECT, values);
    const row = found(rows[0]);
    const byDay = dates.map((date) => {
      return { date, reads: row.readsByDay[date] ?? 0, readers: row.readersByDay[date] ?? 0 };
    });
    const reads = byDay.reduce((sum, day) => sum + day.reads, 0);
    return { reads, readers: row.readers, bookmarks: row.bookmarks, byDay };
  }

  /** Removes those of deleted articles. In the current transaction. */
  async forget({ tenantId, appId }: ContentScope, articleIds: readonly string[]): Promise<void> {
    for (const table of TABLES) {
      await this.database.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND app_id = $2 AND article_id = ANY ($3)`, [
        tenantId,
        appId,
        articleIds,
      ]);
    }
  }

  /** Removes those of a deleted App, step by step, and who its readers were. */
  async retire(scope: ContentScope): Promise<void> {
    for (const table of [...TABLES, 'content_article_readers', 'content_article_reader_numbers']) {
      await deleteRowsOfApp(this.database, scope, table);
    }
  }
}

/** As the database and answers know them: a range may reach beyond the year 9999. */
function isDate(date: string): boolean {
  return /^[1-9]\d{3}-/.test(date);
}
