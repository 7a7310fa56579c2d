import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { MAX_UUID } from '@libs/kernel';
import type { QueryResultRow } from 'pg';

/** Rows of one user, as SQL written by the developer: never with outside input. */
export interface UserRowsSelection {
  /** The columns as exported, named as on the wire. */
  readonly columns: string;
  /** The tables with their aliases. The first has tenant_id and user_id. */
  readonly from: string;
  /** The alias of the first table. */
  readonly table: string;
  /** When a row was created: with the id it gives the row's position. */
  readonly moment: string;
}

const BATCH = 500;

/** Precedes every row. */
const TOP = { moment: 'infinity', id: MAX_UUID };

@Injectable()
export class UserRows {
  constructor(private readonly database: Database) {}

  /** Newest first, in batches that are read separately. */
  async *read(tenantId: string, userId: string, selection: UserRowsSelection): AsyncGenerator<object[], void, void> {
    const { columns, from, table, moment } = selection;
    const place = `${table}.${moment}`;
    let before = TOP;
    for (;;) {
      const rows: (QueryResultRow & { keyset: typeof TOP })[] = await this.database.read(
        tenantId,
        `SELECT ${columns}, json_build_object('moment', ${place}::text, 'id', ${table}.id) AS keyset
           FROM ${from}
          WHERE ${table}.tenant_id = $1 AND ${table}.user_id = $2 AND (${place}, ${table}.id) < ($3::timestamptz, $4::uuid)
          ORDER BY ${place} DESC, ${table}.id DESC LIMIT ${BATCH}`,
        [tenantId, userId, before.moment, before.id],
      );
      if (rows.length > 0) yield rows.map(({ keyset: _keyset, ...row }) => row);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      before = last.keyset;
    }
  }
}
