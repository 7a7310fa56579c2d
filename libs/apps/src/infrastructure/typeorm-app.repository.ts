import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { App } from '../domain/app';
import type { AppRepository } from '../domain/app.repository';

@Injectable()
export class TypeOrmAppRepository implements AppRepository {
  constructor(private readonly database: Database) {}

  async add(app: App): Promise<void> {
    await this.database.manager.save(app);
  }

  findDefault(tenantId: string): Promise<App | null> {
    return this.database.manager.findOneBy(App, { tenantId, isDefault: true });
  }
}
