import { Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DOCUMENT_TYPES } from '@libs/content';
import { DependencyUnavailableError, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentApp } from '../../surfaces/parameters';
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
  getPublicLegalDocument(
    @CurrentApp() app: AppSnapshot,
    @Param('document_type') documentType: string,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return this.answers.get(app, 'legal', documentType, locale);
  }
}
