import type { ArticlePage, BookmarkedArticle } from '@libs/content';
import { Answer } from '../../http/answers/answer-fields';
import { type ArticleView, MobileArticleItemResponse } from '../../public/articles/articles.dto';

export class MobileArticleBookmarkResponse extends MobileArticleItemResponse {
  @Answer.Instant()
  readonly bookmarked_at: string;

  constructor(article: BookmarkedArticle, view: ArticleView) {
    super(article, view);
    this.bookmarked_at = article.bookmarkedAt.toISOString();
  }
}

/** The articles that the member bookmarked, the latest bookmark first. */
export class MobileArticleBookmarkListResponse {
  @Answer.ListOf(() => MobileArticleBookmarkResponse, { max: 100 })
  readonly items: readonly MobileArticleBookmarkResponse[];

  @Answer.Text({ nullable: true, example: null })
  readonly next_cursor: string | null;

  constructor({ items, nextCursor }: ArticlePage<BookmarkedArticle>, view: ArticleView) {
    this.items = items.map((article) => new MobileArticleBookmarkResponse(article, view));
    this.next_cursor = nextCursor;
  }
}
