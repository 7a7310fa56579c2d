import type pg from 'pg';
import { answer, type Routes } from './http';

interface RegionRow {
  readonly code: string;
  readonly parent_code: string | null;
  readonly level: number;
  readonly name: string;
  readonly full_name: string;
  readonly has_children: boolean;
  readonly status: string;
  readonly total: number;
}

const LIMIT = 100;
const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Language': 'zh-CN',
  Vary: 'Accept-Language, X-AppID',
};

const COLUMNS = 'code, parent_code, level, name, full_name, has_children, status, count(*) OVER ()::int AS total';

const ROOTS = {
  name: 'region-roots',
  text: `SELECT ${COLUMNS} FROM floor_regions WHERE parent_code IS NULL
          ORDER BY code <> 'CN', name COLLATE "zh-x-icu", code LIMIT ${LIMIT}`,
};

/** Unnamed, as a plan that was made once knows nothing of the pattern. */
const MATCHES = `SELECT ${COLUMNS} FROM floor_regions
  WHERE name LIKE $1 OR pinyin LIKE $1 OR initials LIKE $1 OR code LIKE $1
  ORDER BY name <> $2, name NOT LIKE $3, code LIMIT ${LIMIT}`;

/** A program without an index of its own asks the database for each answer. */
export function regionRoutes(pool: pg.Pool): Routes {
  return {
    'GET /api/v1/regions': async ({ query }) => {
      const q = query.get('q');
      const { rows } = await (q === null
        ? pool.query<RegionRow>(ROOTS)
        : pool.query<RegionRow>(MATCHES, [`%${escaped(q)}%`, q, `${escaped(q)}%`]));
      const total = rows[0]?.total ?? 0;
      const last = rows.at(-1)?.code ?? '';
      const data = {
        items: rows.map(({ total: _total, ...item }) => item),
        total,
        next_cursor:
          total > LIMIT ? Buffer.from(`${last} after ${rows.length} of ${total}`).toString('base64url') : null,
        dataset: { version: 'floor', source: 'the table that the product reads its regions from, with the same rows' },
      };
      return answer(data, HEADERS);
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
