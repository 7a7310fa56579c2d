import type { ContentScope } from '../content-scope';
import type { ShownBodies } from '../texts/rich-text-renderer';
import type { Page, PageRef } from './page';
import type { PageRevision } from './page-revision';

export abstract class PageRepository {
  abstract add(pages: readonly Page[]): Promise<void>;

  /** @throws ResourceNotFoundError when the App has no such page. */
  abstract getForUpdate(scope: ContentScope, ref: PageRef): Promise<Page>;

  abstract save(page: Page): Promise<void>;

  abstract addRevision(revision: PageRevision, bodies: ShownBodies): Promise<void>;
}
