import { applyDecorators, Get, Param, Req, Res, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOperation, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { RateLimitedError, ResourceNotFoundError, SUPPORTED_LOCALES } from '@libs/kernel';
import type { Response } from 'express';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { NamesApp } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { MobileArticleResponse } from '../articles/articles.dto';
import { AppPublicPageResponse } from '../pages/public-pages.dto';
import { PreviewAnswers } from './preview-answers';

const HEADERS = answerHeaders('Cache-Control', 'Content-Language', 'Vary.accept', 'X-Robots-Tag');

const DESCRIPTION =
  'The URL is that of a preview link. It needs no sign-in and shows the draft as its readers would get it, as JSON, or as a page to a browser that asks for HTML. Any defect of the link is 404: another signature, an expiry that is past, a draft that is gone, an App that is disabled. At most 60 requests a minute for one draft from one address.';

@AssetController('previews', 'Articles')
@Raises(ResourceNotFoundError, RateLimitedError)
export class PreviewsController {
  constructor(private readonly answers: PreviewAnswers) {}

  @Get('articles/:article_id')
  @ApiOperation({ summary: 'Preview the working copy of an article', description: DESCRIPTION })
  @AnswersPreview(MobileArticleResponse)
  async previewArticle(
    @Param('article_id') id: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.answers.sendArticle(request, response, id);
  }

  @Get('pages/:page_id')
  @ApiOperation({ summary: 'Preview the draft of a page or legal document', description: DESCRIPTION })
  @AnswersPreview(AppPublicPageResponse)
  async previewPage(
    @Param('page_id') id: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.answers.sendPage(request, response, id);
  }
}

function AnswersPreview(type: Type): MethodDecorator {
  const data = { $ref: getSchemaPath(type) };
  return applyDecorators(
    NamesApp(),
    ApiQuery({
      name: 'token',
      required: false,
      description: 'Names the App, the expiry and the signature',
      schema: { type: 'string' },
    }),
    ApiQuery({
      name: 'locale',
      required: false,
      description: 'The language to show, instead of that of `Accept-Language`',
      schema: { type: 'string', enum: [...SUPPORTED_LOCALES] },
    }),
    ApiHeader({
      name: 'Accept-Language',
      required: false,
      description: 'The language to show (RFC 4647 lookup)',
      schema: { type: 'string', maxLength: 1000, example: 'en-US' },
    }),
    ApiExtraModels(type),
    ApiResponse({
      status: 200,
      description: 'The draft',
      headers: HEADERS,
      content: {
        'application/json': { schema: { type: 'object', required: ['data'], properties: { data } } },
        'text/html': { schema: { type: 'string' } },
      },
    }),
  );
}
