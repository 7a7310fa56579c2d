import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import { type ContentScope, Page, type PageRef } from '../domain/page';
import { PageRevision } from '../domain/page-revision';
import type { PageRepository } from '../domain/page.repository';

@Injectable()
export class TypeOrmPageRepository implements PageRepository {
  constructor(private readonly database: Database) {}

  async add(pages: readonly Page[]): Promise<void> {
    await this.database.manager.insert(Page, [...pages]);
  }

  async getForUpdate({ tenantId, appId }: ContentScope, { kind, key }: PageRef): Promise<Page> {
    const page = await this.database.manager.findOne(Page, {
      where: { tenantId, appId, kind, key },
      lock: { mode: 'pessimistic_write' },
    });
    if (!page) throw new ResourceNotFoundError();
    return page;
  }

  async save(page: Page): Promise<void> {
    await this.database.manager.save(Page, page);
  }

  async addRevision(revision: PageRevision): Promise<void> {
    await this.database.manager.insert(PageRevision, revision);
  }
}
