import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found, ResourceNotFoundError } from '@libs/kernel';
import { IsNull } from 'typeorm';
import type { ContentScope } from '../../domain/content-scope';
import { Page, type PageRef } from '../../domain/pages/page';
import { PageRevision } from '../../domain/pages/page-revision';
import type { PageRepository } from '../../domain/pages/page.repository';
import type { ShownBodies } from '../../domain/texts/rich-text-renderer';
import { isSlug } from '../../domain/texts/slug';
import { PageRenderings } from './page-renderings';

@Injectable()
export class TypeOrmPageRepository implements PageRepository {
  constructor(
    private readonly database: Database,
    private readonly renderings: PageRenderings,
  ) {}

  async add(pages: readonly Page[]): Promise<void> {
    await this.database.manager.insert(Page, [...pages]);
  }

  async getForUpdate({ tenantId, appId }: ContentScope, { kind, key }: PageRef): Promise<Page> {
    // PostgreSQL accepts only storable text as a parameter.
    if (!isSlug(key)) throw new ResourceNotFoundError();
    const page = await this.database.manager.findOne(Page, {
      where: { tenantId, appId, kind, key, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    return found(page);
  }

  async save(page: Page): Promise<void> {
    await this.database.manager.save(Page, page);
  }

  async addRevision(revision: PageRevision, bodies: ShownBodies): Promise<void> {
    await this.database.manager.insert(PageRevision, revision);
    await this.renderings.storeAll({ ...revision, ownerId: revision.pageId }, bodies);
  }
}
