import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, type CursorPosition, Cursors, Database, FairTurns } from '@libs/foundation';
import { ValidationFailedError } from '@libs/kernel';
import type { Article } from '../../domain/articles/article';
import type { ContentScope } from '../../domain/content-scope';
import { searchTerms } from '../../domain/articles/search-terms';
import { tagKey } from '../../domain/articles/tags';
import type { ReadableCategory } from '../../domain/categories/readable-categories';
import { ArticleCategories } from '../categories/article-categories';
import { listStatement, type Place, type Statement, TOP } from './article-sources';

/** The reader: an anonymous client, or a member of the App, who also sees articles for members. */
export type Reader = 'anybody' | { readonly userId: string };

export interface ArticleListRequest {
  /** The slug of a category, for its articles and those of the categories below it. */
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** An article as lists show it. */
export interface ListedArticle extends Pick<
  Article,
  'id' | 'slug' | 'title' | 'summary' | 'coverFileId' | 'tags' | 'pinned' | 'updatedAt'
> {
  readonly category: ReadableCategory;
  readonly publishedAt: Date;
  readonly isBookmarked: boolean;
}

export interface ArticlePage<Article = ListedArticle> {
  readonly items: readonly Article[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A row in the order of its list: an article, or (in a search) no more than the place that was reached. */
export type ArticleRow = Omit<ListedArticle, 'category'> & {
  readonly categoryId: string;
  readonly rank: number;
  /** In microseconds, as the database orders. */
  readonly moment: string;
  readonly placeId: string;
  readonly isMatch: boolean;
};

const SEARCH_TIMEOUT = '1s';
/** Of the connections of a process, this part may search at once. */
const CONNECTIONS_PER_SEARCH = 4;
const WAIT_LIMIT_MS = 1_000;
/** Of each tenant. */
const MAX_WAITING = 32;
/** A list that takes the first of each of more categories costs as much as a search. */
const MANY_CATEGORIES = 100;

/** Lists of published articles: at most one statement each, and work that a page bounds. */
@Injectable()
export class ArticleLists {
  /** Anybody may send the most expensive searches, and whoever signs in needs the same connections. */
  private readonly turns: FairTurns;

  constructor(
    private readonly database: Database,
    private readonly categories: ArticleCategories,
    private readonly cursors: Cursors,
    @Inject(CONFIG) config: Config,
  ) {
    const atOnce = Math.ceil(config.database.poolSize / CONNECTIONS_PER_SEARCH);
    // One tenant leaves turns to the others.
    this.turns = new FairTurns({
      atOnce,
      eachAtOnce: Math.ceil(atOnce / 2),
      waitMs: WAIT_LIMIT_MS,
      eachWaiting: MAX_WAITING,
    });
  }

  /** @throws ValidationFailedError for a cursor of another list, DependencyUnavailableError. */
  async list(scope: ContentScope, reader: Reader, request: ArticleListRequest): Promise<ArticlePage> {
    const { category, tag, cursor, limit } = request;
    const terms = searchTerms(request.q ?? '');
    const audience = reader === 'anybody' ? 'public' : 'members';
    const filters = JSON.stringify([category ?? null, tag === undefined ? null : tagKey(tag), terms?.phrase ?? null]);
    const list = ['articles', audience, scope.tenantId, scope.appId, filters];
    const after = cursor === undefined ? TOP : placeOf(this.cursors.decode(list, cursor));
    const readable = await this.categories.of(scope);
    const shown = category === undefined ? readable.all : readable.within(category);
    if (shown.length === 0) return { items: [], nextCursor: null };
    // Null stands for all: none of them has to be left out.
    const categories = category === undefined && readable.isComplete ? null : shown.map(({ id }) => id);
    const statement = listStatement({
      scope,
      member: reader === 'anybody' ? null : reader.userId,
      categories,
      allCategories: shown.map(({ id }) => id),
      tag,
      terms,
      after,
      count: limit + 1,
    });
    const read = () =>
      terms
        ? this.search(scope.tenantId, statement)
        : this.database.read<ArticleRow>(scope.tenantId, statement.text, statement.values);
    const isWide = shown.length > MANY_CATEGORIES && (tag !== undefined || categories !== null);
    const rows = terms || isWide ? await this.turns.take(scope.tenantId, read) : await read();
    const items = rows.filter(({ isMatch }) => isMatch).slice(0, limit);
    // With more matches than fit, the next page begins behind the last that does; else where the search gave up.
    const last = rows.length > limit ? rows[limit - 1] : rows.find(({ isMatch }) => !isMatch);
    return {
      items: items.flatMap(({ categoryId, ...article }) => {
        const found = readable.find(categoryId);
        // It may have been hidden since the categories were read.
        return found ? [{ ...article, category: found }] : [];
      }),
      nextCursor: last ? this.cursors.encode(list, [last.rank, last.moment, last.placeId]) : null,
    };
  }

  /** What a text costs to find is foretold from a sample, which may mislead. */
  private async search(tenantId: string, { text, values }: Statement): Promise<ArticleRow[]> {
    return this.database.run(tenantId, async () => {
      // Sent together, without waiting for the first.
      const [, rows] = await Promise.all([
        this.database.query(`SELECT set_config('statement_timeout', $1, true)`, [SEARCH_TIMEOUT]),
        this.database.query<ArticleRow>(text, values),
      ]);
      return rows;
    });
  }
}

function placeOf([rank, moment, id]: CursorPosition): Place {
  if (typeof rank !== 'number' || typeof moment !== 'string' || typeof id !== 'string') {
    throw ValidationFailedError.of('cursor', 'invalid');
  }
  return { rank, moment, id };
}
