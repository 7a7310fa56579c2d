import type { ArticlePage, BookmarkedArticle } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
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
export class MobileArticleBookmarkListResponse extends answer({
  items: field.madeListOf(() => MobileArticleBookmarkResponse, 100),
  nextCursor: field.text().nullable().example(null),
}) {
  constructor({ items, nextCursor }: ArticlePage<BookmarkedArticle>, view: ArticleView) {
    super({ items: items.map((article) => new MobileArticleBookmarkResponse(article, view)), nextCursor });
  }
}
