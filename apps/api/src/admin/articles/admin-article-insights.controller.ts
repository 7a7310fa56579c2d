import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ArticleFigures, ArticleTags } from '@libs/content';
import { ValidationFailedError } from '@libs/kernel';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { contentScope } from '../content/content-scope';
import { AdminArticleStatisticsQuery, AdminArticleTagListQuery } from './admin-article-requests.dto';
import { AdminArticleStatisticsResponse, AdminArticleTagListResponse } from './admin-article-responses.dto';

@AdminController('apps/:app_id/content', 'Content articles')
@Raises(ValidationFailedError)
export class AdminArticleInsightsController {
  constructor(
    private readonly tags: ArticleTags,
    private readonly figures: ArticleFigures,
  ) {}

  @Get('tags')
  @RequiresPermission('articles.read')
  @ApiOperation({
    summary: 'List the tags of articles',
    description:
      'The tags of working copies, those of the most articles first. Tags are compared without regard to case, and kept as they were first written in the App.',
  })
  @Answers(AdminArticleTagListResponse)
  async listAdminArticleTags(@PathApp() app: ManagedApp, @Query() { q }: AdminArticleTagListQuery) {
    return new AdminArticleTagListResponse({ items: await this.tags.list(contentScope(app), q) });
  }

  @Get('articles/:id/statistics')
  @RequiresPermission('articles.read')
  @ApiOperation({
    summary: 'Get how often an article was read',
    description:
      'Each answer to a `GET` of the article is counted, also one with the status 304; what a client or proxy keeps for a minute is not. The days are whole days in the time zone of the tenant (the setting `tenant.time_zone`), also if `from` and `to` lie within one. Figures are written about once a minute and kept for 400 days.',
  })
  @Answers(AdminArticleStatisticsResponse)
  async getAdminArticleStatistics(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Query() { from, to }: AdminArticleStatisticsQuery,
  ) {
    const figures = await this.figures.of(contentScope(app), id, new Date(from), new Date(to));
    return new AdminArticleStatisticsResponse(figures);
  }
}
