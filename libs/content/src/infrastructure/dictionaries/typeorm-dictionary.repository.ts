import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import { Dictionary } from '../../domain/dictionaries/dictionary';
import type { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';

const LOCK_PLACE = `SELECT pg_advisory_xact_lock(hashtextextended('content dictionaries ' || $1 || $2, 0))`;

const COUNT = `
  SELECT count(*)::integer AS count FROM content_dictionaries
   WHERE tenant_id = $1 AND scope = $2 AND app_id IS NOT DISTINCT FROM $3`;

@Injectable()
export class TypeOrmDictionaryRepository implements DictionaryRepository {
  /** The items of those that were read, to know whether they are others now. */
  private readonly read = new WeakMap<Dictionary, Dictionary['items']>();

  constructor(private readonly database: Database) {}

  async lockPlace({ tenantId, scope, appId }: Dictionary): Promise<number> {
    await this.database.query(LOCK_PLACE, [tenantId, appId ?? scope]);
    // A statement of its own: it sees what the holder before has committed.
    const [row] = await this.database.query<{ count: number }>(COUNT, [tenantId, scope, appId]);
    return row?.count ?? 0;
  }

  async add(dictionary: Dictionary): Promise<void> {
    await this.database.manager.insert(Dictionary, dictionary);
  }

  async getForUpdate(tenantId: string, id: string): Promise<Dictionary> {
    const query = { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } } as const;
    const dictionary = found(await this.database.manager.findOne(Dictionary, query));
    this.read.set(dictionary, dictionary.items);
    return dictionary;
  }

  /** Not by TypeORM's `save`, which reads the row again and compares a thousand items with it, all at once. */
  async save(dictionary: Dictionary): Promise<void> {
    const { items, name, isPublic, status, lockVersion } = dictionary;
    const values = { name, isPublic, status, lockVersion, ...(this.read.get(dictionary) === items ? {} : { items }) };
    const { manager } = this.database;
    await manager.createQueryBuilder().update(Dictionary).set(values).whereEntity(dictionary).execute();
  }

  async remove({ tenantId, id }: Dictionary): Promise<void> {
    await this.database.manager.delete(Dictionary, { tenantId, id });
  }

  async removeAllOfApp(tenantId: string, appId: string): Promise<void> {
    await this.database.manager.delete(Dictionary, { tenantId, appId });
  }
}
