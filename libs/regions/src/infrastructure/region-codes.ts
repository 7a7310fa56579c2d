import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/**
 * A subquery for the codes of regions and of all that lies below them, hidden and retired ones included: whoever chose one
 * keeps it. For statements about many people, which compare with tens of thousands of codes, in the collation of theirs.
 *
 * @param codes the parameter with the codes.
 */
export function regionsWithin(codes: string): string {
  // Of an array the planner expects few: of the recursion so many that it would look through all of them for each person.
  return `(SELECT unnest(ARRAY(WITH RECURSIVE within AS (
      SELECT r.code FROM regions r WHERE r.code = ANY (${codes}::text[])
       UNION
      SELECT r.code FROM within w JOIN regions r ON r.parent_code = w.code
    ) SELECT code COLLATE "default" FROM within)))`;
}

/** Which regions there are, hidden and retired ones included. From the database: workers have no index in memory. */
@Injectable()
export class RegionCodes {
  constructor(private readonly database: Database) {}

  /** Those of the codes that regions have. In the current transaction. */
  async existing(codes: readonly string[]): Promise<ReadonlySet<string>> {
    const statement = 'SELECT code FROM regions WHERE code = ANY ($1::text[])';
    const rows = await this.database.query<{ code: string }>(statement, [codes]);
    return new Set(rows.map(({ code }) => code));
  }
}
