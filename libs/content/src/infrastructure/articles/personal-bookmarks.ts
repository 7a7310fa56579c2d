import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';

/** A user's bookmarks, for the export of all data stored about the user. */
@Injectable()
export class PersonalBookmarks implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.personalData.register({ name: 'article_bookmarks', read: (tenantId, userId) => this.read(tenantId, userId) });
  }

  /** One batch: there is a limit at each App. */
  private async *read(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(
      tenantId,
      `SELECT k.app_id, k.article_id, a.slug AS article_slug, k.created_at
         FROM content_article_bookmarks k
         JOIN content_articles a ON a.tenant_id = k.tenant_id AND a.id = k.article_id
        WHERE k.tenant_id = $1 AND k.user_id = $2 ORDER BY k.created_at, k.app_id, k.article_id`,
      [tenantId, userId],
    );
  }
}
