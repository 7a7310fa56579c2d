import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DOCUMENT_TYPES } from '@libs/content';
import { DependencyUnavailableError, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { sendCachedAnswer } from '../../http/answers/cached-answer';
import { CurrentApp } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { PublicController } from '../../surfaces/surfaces';
import { CACHE_HEADERS, Conditional } from '../../http/answers/cacheable';
import { PublicPageAnswers } from './public-page-answers';
import { AppPublicPageResponse } from './public-pages.dto';

@PublicController('legal', 'Pages')
export class PublicLegalController {
  constructor(private readonly answers: PublicPageAnswers) {}

  @Get(':document_type')
  @ApiOperation({
    summary: 'Get a published legal document',
    description: '`revision_hash` identifies exactly what was shown; a consent repeats it.',
  })
  @ApiParam({
    name: 'document_type',
    enum: [...DOCUMENT_TYPES],
    enumName: 'LegalDocumentType',
    example: 'privacy-policy',
  })
  @Conditional()
  @Answers(AppPublicPageResponse, { headers: CACHE_HEADERS })
  @Raises(ResourceNotFoundError, DependencyUnavailableError)
  async getPublicLegalDocument(
    @CurrentApp() app: AppSnapshot,
    @Param('document_type') documentType: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    sendCachedAnswer(request, response, await this.answers.get(app, 'legal', documentType, request.locale));
  }
}
