import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { FileStorage } from '../domain/file-storage';

/** A table whose rows name contents of the storage. */
const TABLES = {
  file: { table: 'files', id: 'id' },
  picture: { table: 'pictures', id: 'id' },
  archive: { table: 'archives', id: 'id' },
  thumbnail: { table: 'file_thumbnails', id: 'file_id' },
} as const;

type Kind = keyof typeof TABLES;

/** A row whose content the storage does not have. */
export interface MissingContent {
  readonly kind: Kind;
  /** Of a thumbnail that of its file. */
  readonly id: string;
}

export interface ContentCheck {
  /** The contents that rows name. */
  readonly contents: number;
  readonly missing: number;
  /** The first of them. */
  readonly examples: readonly MissingContent[];
}

interface Named extends Record<string, unknown> {
  readonly key: string;
  readonly id: string;
}

const BATCH = 500;
/** Questions to the storage at a time. */
const AT_ONCE = 16;
const MOST_EXAMPLES = 100;

/** Whether the storage has what the rows of a tenant name, such as after a restore. */
@Injectable()
export class MissingContents {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  /** @throws DependencyUnavailableError when the storage is away. */
  async find(tenantId: string): Promise<ContentCheck> {
    const check = { contents: 0, missing: 0, examples: [] as MissingContent[] };
    for (const kind of Object.keys(TABLES) as Kind[]) {
      for (let after = ''; ;) {
        const batch = await this.batch(tenantId, kind, after);
        for (const id of await this.missing(batch)) {
          check.missing++;
          if (check.examples.length < MOST_EXAMPLES) check.examples.push({ kind, id });
        }
        check.contents += batch.length;
        after = batch.at(-1)?.key ?? '';
        if (batch.length < BATCH) break;
      }
    }
    return check;
  }

  /** Contents after a key, each with one of the rows that name it. */
  private batch(tenantId: string, kind: Kind, after: string): Promise<Named[]> {
    const { table, id } = TABLES[kind];
    return this.database.read<Named>(
      tenantId,
      `SELECT DISTINCT ON (storage_key) storage_key AS key, ${id} AS id FROM ${table}
        WHERE tenant_id = $1 AND storage_key > $2 ORDER BY storage_key LIMIT ${BATCH}`,
      [tenantId, after],
    );
  }

  private async missing(batch: readonly Named[]): Promise<string[]> {
    const missing: string[] = [];
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      const asked = batch.slice(at, at + AT_ONCE);
      const found = await Promise.all(asked.map(({ key }) => this.storage.exists(key)));
      missing.push(...asked.filter((_, place) => !found[place]).map(({ id }) => id));
    }
    return missing;
  }
}
