import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import { Dictionary } from '../../domain/dictionaries/dictionary';
import type { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';

@Injectable()
export class TypeOrmDictionaryRepository implements DictionaryRepository {
  constructor(private readonly database: Database) {}

  async add(dictionary: Dictionary): Promise<void> {
    await this.database.manager.insert(Dictionary, dictionary);
  }

  async getForUpdate(tenantId: string, id: string): Promise<Dictionary> {
    const dictionary = await this.database.manager.findOne(Dictionary, {
      where: { tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!dictionary) throw new ResourceNotFoundError();
    return dictionary;
  }

  async save(dictionary: Dictionary): Promise<void> {
    await this.database.manager.save(Dictionary, dictionary);
  }

  async remove({ tenantId, id }: Dictionary): Promise<void> {
    await this.database.manager.delete(Dictionary, { tenantId, id });
  }

  async removeAllOfApp(tenantId: string, appId: string): Promise<void> {
    await this.database.manager.delete(Dictionary, { tenantId, appId });
  }
}
