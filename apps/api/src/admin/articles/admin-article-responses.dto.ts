import { article, articleContent, articleRevision, MAX_LISTED_TAGS } from '@libs/content';
import { but, field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';
import { removedImages } from '../content/removed-images';

export class AdminArticlePublicationResponse extends answer({
  ...only(articleRevision, 'revision', 'revisionHash'),
  slug: articleRevision.slug.about('Slug under which readers find the article'),
  visibility: articleRevision.visibility.about(
    'The visibility of the published revision; that of the working copy may differ',
  ),
  publishedAt: articleRevision.publishedAt.about(
    'Time since which the article has been published without interruption',
  ),
  updatedAt: articleRevision.publishedAt.about('Time since which this revision has been published'),
}) {}

const content = {
  ...but(articleContent, 'body'),
  coverFileId: articleContent.coverFileId
    .about('A file with the purpose `content_image`; null for none')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
};

const summary = {
  ...content,
  ...only(article, 'id', 'appId', 'status', 'publishAt', 'unpublishAt', 'hasChanges'),
  published: field
    .nested(() => AdminArticlePublicationResponse)
    .nullable()
    .about('The revision that readers see; null if the article is not published'),
  ...only(article, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

/** The working copy of an article, without its body. */
export class AdminArticleSummaryResponse extends answer(summary) {}

/** The working copy of an article. Readers see the published revision. */
export class AdminArticleResponse extends answer({
  ...summary,
  body: articleContent.body,
  removed: removedImages,
}) {}

export class AdminArticleListResponse extends pageOf(AdminArticleSummaryResponse) {}

/** A published revision of an article. It never changes. */
export class AdminArticleRevisionResponse extends answer({
  ...content,
  ...only(articleRevision, 'articleId', 'revision', 'body', 'revisionHash', 'publishedAt', 'publishedBy'),
}) {}

export class AdminArticleRevisionListResponse extends pageOf(AdminArticleRevisionResponse) {}

export class AdminArticleTagResponse extends answer({
  tag: field.text().about('The tag as it was first written in the App').example('autumn'),
  articleCount: field.count().about('Number of articles whose working copy has the tag').example(12),
}) {}

export class AdminArticleTagListResponse extends answer({
  items: field
    .listOf(() => AdminArticleTagResponse, MAX_LISTED_TAGS)
    .about(`The tags of the most articles come first; at most ${MAX_LISTED_TAGS}`),
}) {}

export class AdminArticleStatisticsDayResponse extends answer({
  date: field.day().about('A day in the time zone of the tenant').example('2026-11-20'),
  reads: field.count().about('Number of times the article was read').example(420),
  readers: field.count().about('Number of members who read the article').example(300),
}) {}

export class AdminArticleStatisticsResponse extends answer({
  reads: field.count().about('Number of times the article was read, by members and anonymous clients').example(4_200),
  readers: field.count().about('Number of members who read the article, each counted once').example(1_800),
  bookmarks: field.count().about('Number of members who have bookmarked the article now').example(75),
  byDay: field
    .listOf(() => AdminArticleStatisticsDayResponse)
    .about('One entry per day in chronological order, including those without reads'),
}) {}
