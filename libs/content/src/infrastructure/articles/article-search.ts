import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';
import { searchDocument, titleDocument } from '../../domain/articles/search-document';

/** What of an article can be searched. */
export interface SearchedTexts {
  /** The slug and the titles of the working copy: what editors search. */
  readonly draft: readonly string[];
  /** Null if readers see nothing of it. */
  readonly published: {
    readonly titles: readonly string[];
    /** Summaries, tags, and what there is to read in the bodies. */
    readonly others: readonly string[];
  } | null;
}

/** The texts in which articles are searched. All methods join the current transaction. */
@Injectable()
export class ArticleSearch {
  constructor(private readonly database: Database) {}

  /** Replaces the texts of an article. */
  async write(scope: ContentScope, articleId: string, { draft, published }: SearchedTexts): Promise<void> {
    await this.database.query('SELECT write_article_search($1, $2, $3, $4, $5)', [
      scope.appId,
      articleId,
      searchDocument(draft),
      published && titleDocument(published.titles),
      published && (await documentsOf([...published.titles, ...published.others])),
    ]);
  }

  /** Replaces those that editors search. Readers go on finding the published revision. */
  async writeDraft(scope: ContentScope, articleId: string, draft: SearchedTexts['draft']): Promise<void> {
    await this.database.query('SELECT write_article_draft($1, $2, $3)', [
      scope.appId,
      articleId,
      searchDocument(draft),
    ]);
  }

  /** Removes those of deleted articles. */
  async forget(scope: ContentScope, articleIds: readonly string[]): Promise<void> {
    await this.database.query('SELECT forget_article_search($1, $2)', [scope.appId, articleIds]);
  }
}

/** Text after text, with room between them: a long one takes ten milliseconds, in which the process serves nobody. */
async function documentsOf(texts: readonly string[]): Promise<string> {
  const documents: string[] = [];
  for (const text of texts) {
    documents.push(searchDocument([text]));
    await setImmediate();
  }
  return documents.join('');
}
