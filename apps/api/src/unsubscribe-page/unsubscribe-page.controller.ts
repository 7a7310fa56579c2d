import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CONFIG, type Config } from '@libs/foundation';
import { UnsubscribeService } from '@libs/notifications';
import { readUnusedForm } from '../http/request/form-body';
import type { ApiRequest } from '../http/request/request';
import { ReadsBody } from '../http/request/route-body';
import { PAGE_HEADERS } from '../password-pages/layout';
import { pathFor } from '../password-pages/page-addresses';
import { OneClickController } from '../surfaces/surfaces';
import { questionPage, unsubscribedPage } from './unsubscribe-pages';
import { UnsubscribeProblemFilter } from './unsubscribe-problem.filter';

/**
 * Where the links in marketing mail lead. Opening one changes nothing, since scanners of mail servers open it, too: the
 * page has a button. A mail program sends what the button sends without showing the page (RFC 8058).
 */
@OneClickController(UnsubscribeProblemFilter)
export class UnsubscribePageController {
  constructor(
    private readonly unsubscribing: UnsubscribeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('unsubscribe')
  async askToUnsubscribe(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const token = tokenOf(request);
    const appName = await this.unsubscribing.appNameOf(token);
    const action = `${pathFor(this.config, '/unsubscribe')}?token=${encodeURIComponent(token)}`;
    send(request, response, questionPage(request.locale, appName, action));
  }

  @Post('unsubscribe')
  @ReadsBody('form')
  async unsubscribe(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    await readUnusedForm(request, response);
    await this.unsubscribing.unsubscribe(tokenOf(request));
    send(request, response, unsubscribedPage(request.locale));
  }
}

function tokenOf({ query: { token } }: ApiRequest): string {
  return typeof token === 'string' ? token : '';
}

function send({ locale }: ApiRequest, response: Response, page: string): void {
  response.setHeaders(PAGE_HEADERS as Map<string, string>);
  response.setHeader('Content-Language', locale);
  response.vary('Accept-Language');
  response.status(200).end(page);
}
