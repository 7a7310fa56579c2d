import { Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { ArticleBookmarkLimitError, ArticleBookmarks } from '@libs/content';
import type { MemberSession } from '@libs/iam';
import { ResourceNotFoundError, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { LOCALISED } from '../../http/answers/answer-headers';
import { Answers, Raises } from '../../http/answers/answers';
import { localised } from '../../http/answers/cached-answer';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { ArticleAnswers } from '../../public/articles/article-answers';
import { AnswerLocale, CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { CursorQuery } from '../../http/fields/cursor-query.dto';
import { MobileArticleBookmarkListResponse } from './article-bookmarks.dto';

@MobileController('me/article-bookmarks', 'Articles')
export class ArticleBookmarksController {
  constructor(
    private readonly bookmarks: ArticleBookmarks,
    private readonly answers: ArticleAnswers,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s bookmarks',
    description:
      'The latest bookmark comes first. Articles that are not published at present are left out, but stay bookmarked.',
  })
  @Answers(MobileArticleBookmarkListResponse, { headers: LOCALISED })
  @Raises(ValidationFailedError)
  async listArticleBookmarks(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Query() query: CursorQuery,
    @AnswerLocale() locale: SupportedLocale,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.bookmarks.list(member, member.userId, query);
    localised(response, locale);
    return new MobileArticleBookmarkListResponse(page, this.answers.view(app, locale));
  }

  @Put(':article_id')
  @ApiOperation({
    summary: 'Bookmark an article',
    description: 'Bookmarking an article again changes nothing. A member has at most 1,000 bookmarks in an App.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError, ArticleBookmarkLimitError)
  async addArticleBookmark(@CurrentMember() member: MemberSession, @Param('article_id') articleId: string) {
    await this.bookmarks.add(member, member.userId, articleId);
    return new BooleanSuccessResponse();
  }

  @Delete(':article_id')
  @ApiOperation({
    summary: 'Remove a bookmark',
    description: 'The answer is the same if the article was not bookmarked.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async removeArticleBookmark(@CurrentMember() member: MemberSession, @Param('article_id') articleId: string) {
    await this.bookmarks.remove(member, member.userId, articleId);
    return new BooleanSuccessResponse();
  }
}
