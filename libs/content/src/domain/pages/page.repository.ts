import type { LocalizedText } from '@libs/kernel';
import type { ContentScope } from '../content-scope';
import type { Page, PageRef } from './page';
import type { PageRevision } from './page-revision';

export abstract class PageRepository {
  abstract add(pages: readonly Page[]): Promise<void>;

  /** @throws ResourceNotFoundError when the App has no such page. */
  abstract getForUpdate(scope: ContentScope, ref: PageRef): Promise<Page>;

  abstract save(page: Page): Promise<void>;

  /** @param bodyHtml its body in each of its languages. */
  abstract addRevision(revision: PageRevision, bodyHtml: LocalizedText): Promise<void>;
}
