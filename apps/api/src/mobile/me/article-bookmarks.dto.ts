import type { ArticlePage, BookmarkedArticle } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { type ArticleView, listed, listedArticle } from '../../public/articles/articles.dto';

export class MobileArticleBookmarkResponse extends answer({ ...listedArticle, bookmarkedAt: field.instant() }) {
  constructor(article: BookmarkedArticle, view: ArticleView) {
    super({ ...listed(article, view), bookmarkedAt: article.bookmarkedAt });
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
