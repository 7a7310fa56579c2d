import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { type SecretPurpose, Secrets } from './secrets';

/** Columns of a row as the driver returns them: `bytea` as buffers. */
export type SealedRow = Readonly<Record<string, string | Buffer>>;

/** A column of texts sealed by `Secrets.seal`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: SecretPurpose;
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Further columns that `contextOf` reads, and that change only together with the value. */
  readonly boundTo?: readonly string[];
  /** The context for which the value of a row was sealed. */
  readonly contextOf: (row: SealedRow) => Buffer;
}

/** Keyed hashes that cannot be renewed, as their inputs are unknown. */
export interface HashedColumn {
  readonly table: string;
  /** The id of the key, in SQL; null where there is no hash. */
  readonly keyId: string;
  /** How hashes of older keys are replaced, for operators. */
  readonly renewal: string;
}

/** The number of rows of a table by key. */
export interface KeyUse {
  readonly table: string;
  /** Null for hashes. */
  readonly column: string | null;
  readonly renewal: string | null;
  readonly rowsByKey: Readonly<Record<string, number>>;
}

export interface Resealed {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  /** Values that no configured key opens, or that were altered. They are left as they are. */
  readonly unreadable: number;
}

/** Whether the configured keys open what a key has sealed, by some of its values. */
export interface SealedSample {
  readonly table: string;
  readonly column: string;
  readonly keyId: string;
  readonly values: number;
  readonly opened: number;
}

interface OldValue extends Record<string, string | Buffer> {
  readonly sealed: string;
}

const BATCH = 500;
/** The values of a column and key that are tried. A wrong key opens none. */
const SAMPLE = 20;
const STATEMENT_SECONDS = 300;

/**
 * All columns that depend on the secret keys; each context registers its own while its module starts. So a key can be
 * replaced everywhere, and its last use is known.
 */
@Injectable()
export class SealedColumns {
  private readonly sealed: SealedColumn[] = [];
  private readonly hashed: HashedColumn[] = [];

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  register(column: SealedColumn): void {
    this.sealed.push(column);
  }

  registerHashes(column: HashedColumn): void {
    this.hashed.push(column);
  }

  async uses(): Promise<KeyUse[]> {
    const uses: KeyUse[] = [];
    for (const { table, column } of this.sealed) {
      uses.push({ table, column, renewal: null, rowsByKey: await this.rowsByKey(table, keyIdOf(column)) });
    }
    for (const { table, keyId, renewal } of this.hashed) {
      uses.push({ table, column: null, renewal, rowsByKey: await this.rowsByKey(table, keyId) });
    }
    return uses;
  }

  /** Opens some values of each column and key: a key of the same id may be another one. */
  async samples(): Promise<SealedSample[]> {
    const samples: SealedSample[] = [];
    for (const column of this.sealed) {
      const { table, column: name } = column;
      for (const keyId of Object.keys(await this.rowsByKey(table, keyIdOf(name)))) {
        const rows = await this.sample(column, keyId);
        const opened = rows.filter((row) => this.resealed(column, row) !== null).length;
        samples.push({ table, column: name, keyId, values: rows.length, opened });
      }
    }
    return samples;
  }

  /**
   * Reseals values of older keys with the newest key, in batches. May be repeated after an interruption and run beside
   * processes that write: a value replaced meanwhile is left alone.
   */
  async reseal(): Promise<Resealed[]> {
    const done: Resealed[] = [];
    for (const column of this.sealed) done.push(await this.resealColumn(column));
    return done;
  }

  private async resealColumn(column: SealedColumn): Promise<Resealed> {
    const { table, column: name } = column;
    const result = { table, column: name, rows: 0, unreadable: 0 };
    let after: OldValue | null = null;
    for (;;) {
      const batch: readonly OldValue[] = await this.batch(column, after);
      const renewed = batch.map((row) => ({ row, value: this.resealed(column, row) }));
      result.unreadable += renewed.filter(({ value }) => value === null).length;
      result.rows += await this.replace(
        column,
        renewed.filter(({ value }) => value !== null),
      );
      after = batch.at(-1) ?? null;
      if (batch.length < BATCH) return result;
    }
  }

  private batch({ table, column, key, boundTo = [] }: SealedColumn, after: OldValue | null): Promise<OldValue[]> {
    const position = after === null ? 'true' : `(${key.join(', ')}) > (${key.map((_, at) => `$${at + 2}`).join(', ')})`;
    return this.inLongTransaction(() =>
      this.database.query<OldValue>(
        `SELECT ${[...key, ...boundTo].join(', ')}, ${column} AS sealed FROM ${table}
          WHERE ${keyIdOf(column)} <> $1 AND ${position} ORDER BY ${key.join(', ')} LIMIT ${BATCH}`,
        [this.secrets.currentKeyId, ...key.flatMap((name) => (after === null ? [] : [after[name]]))],
      ),
    );
  }

  private sample({ table, column, key, boundTo = [] }: SealedColumn, keyId: string): Promise<OldValue[]> {
    return this.inLongTransaction(() =>
      this.database.query<OldValue>(
        `SELECT ${[...key, ...boundTo].join(', ')}, ${column} AS sealed FROM ${table}
          WHERE ${keyIdOf(column)} = $1 LIMIT ${SAMPLE}`,
        [keyId],
      ),
    );
  }

  /** Null for a value that no configured key opens, or that was altered. */
  private resealed({ purpose, contextOf }: SealedColumn, row: OldValue): string | null {
    const context = contextOf(row);
    try {
      const text = this.secrets.open(purpose, row.sealed, context);
      return text === null ? null : this.secrets.seal(purpose, text, context);
    } catch {
      return null;
    }
  }

  /** Rows are locked in the order of the key, so that concurrent runs do not deadlock. */
  private async replace(
    { table, column, key }: SealedColumn,
    values: readonly { row: OldValue; value: string | null }[],
  ): Promise<number> {
    const where = key.map((name, at) => `${name} = $${at + 3}`).join(' AND ');
    const statement = `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${where} RETURNING 1`;
    return this.inLongTransaction(async () => {
      let replaced = 0;
      for (const { row, value } of values) {
        const parameters = [value, row.sealed, ...key.map((name) => row[name])];
        replaced += (await this.database.query(statement, parameters)).length;
      }
      return replaced;
    });
  }

  private async rowsByKey(table: string, keyId: string): Promise<Record<string, number>> {
    const rows = await this.inLongTransaction(() =>
      this.database.query<{ key_id: string; rows: number }>(
        `SELECT ${keyId} AS key_id, count(*)::integer AS rows FROM ${table}
          WHERE ${keyId} IS NOT NULL GROUP BY 1 ORDER BY 1`,
      ),
    );
    return Object.fromEntries(rows.map(({ key_id, rows: count }) => [key_id, count]));
  }

  private inLongTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.database.runAsSystem(async () => {
      await this.database.extendLimits(STATEMENT_SECONDS);
      return work();
    });
  }
}

function keyIdOf(column: string): string {
  return `split_part(${column}, '.', 1)`;
}
