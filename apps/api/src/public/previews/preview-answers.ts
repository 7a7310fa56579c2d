import { Inject, Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { DraftPreviews, type Preview, type PreviewKind, PreviewLinks } from '@libs/content';
import { CONFIG, type Config } from '@libs/foundation';
import { found, isSupportedLocale, negotiateLocale, ResourceNotFoundError, type SupportedLocale } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { addressKey } from '../../http/request/client-address';
import type { Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';
import { RateLimits } from '../../rate-limits/rate-limits';
import { MobileArticleResponse } from '../articles/articles.dto';
import { AppPublicPageResponse } from '../pages/public-pages.dto';
import { previewHeaders, type PreviewedText, previewPage } from './preview-page';

/** A link that was opened, at an App that can be used now. */
interface OpenedLink {
  readonly link: Preview;
  readonly app: AppSnapshot;
  readonly scope: { readonly tenantId: string; readonly appId: string; readonly defaultLocale: SupportedLocale };
  readonly wanted: SupportedLocale;
}

/** Drafts for whoever has a link: as Apps get them, or as a page. */
@Injectable()
export class PreviewAnswers {
  constructor(
    private readonly apps: AppGuard,
    private readonly links: PreviewLinks,
    private readonly drafts: DraftPreviews,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ResourceNotFoundError for any defect of the link, RateLimitedError, DependencyUnavailableError */
  async sendArticle(request: ApiRequest, response: Response, id: string): Promise<void> {
    const opened = await this.open('articles', request, response, id);
    const { scope, link, wanted } = opened;
    const { text, body, locale } = found(await this.drafts.article(scope, link.id, wanted));
    const imageUrl = (fileId: string) => this.links.pictureUrl(link, fileId);
    const answer = new MobileArticleResponse(text, body, { locale, defaultLocale: scope.defaultLocale, imageUrl });
    this.send(request, response, opened, answer, {
      ...{ locale, locales: text.locales, title: answer.title, summary: answer.summary },
      ...{ coverUrl: answer.cover_url, bodyHtml: answer.body_html },
    });
  }

  /** Of a page or legal document. @throws as `sendArticle`. */
  async sendPage(request: ApiRequest, response: Response, id: string): Promise<void> {
    const opened = await this.open('pages', request, response, id);
    const { scope, link, wanted } = opened;
    const { text, body, locale } = found(await this.drafts.page(scope, link.id, wanted));
    const imageUrl = (fileId: string) => this.links.pictureUrl(link, fileId);
    const answer = new AppPublicPageResponse(text, body, { locale, imageUrl });
    this.send(request, response, opened, answer, {
      ...{ locale, locales: text.locales, title: answer.title, summary: '' },
      ...{ coverUrl: null, bodyHtml: answer.body_html },
    });
  }

  private async open(
    kind: Exclude<PreviewKind, 'picture'>,
    request: ApiRequest,
    response: Response,
    id: string,
  ): Promise<OpenedLink> {
    const { token, locale } = request.query as Query;
    const link = this.links.find(kind, id, token);
    const app = link && (await this.apps.findNamed(request, link.appId));
    if (!app) throw new ResourceNotFoundError();
    request.currentApp = app;
    request.locale = negotiateLocale(request.headers['accept-language'], app.supportedLocales, app.defaultLocale);
    await this.limits.count('previews', `${link.id}:${addressKey(request)}`, response);
    const scope = { tenantId: app.tenantId, appId: app.id, defaultLocale: app.defaultLocale };
    return { link, app, scope, wanted: isSupportedLocale(locale) ? locale : request.locale };
  }

  private send(
    request: ApiRequest,
    response: Response,
    { link, app }: OpenedLink,
    data: object,
    page: PreviewedText,
  ): void {
    response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Content-Language', page.locale);
    response.vary('Accept, Accept-Language, X-AppID');
    if (request.accepts(['json', 'html']) !== 'html') {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ data }));
      return;
    }
    const origins = ["'self'", new URL(this.config.publicBaseUrl).origin];
    if (app.content.allowExternalImages) origins.push('https:');
    response.setHeaders(previewHeaders(origins.join(' ')) as Map<string, string>);
    const hrefIn = (locale: SupportedLocale) =>
      `?${new URLSearchParams({ token: tokenOf(request), locale }).toString()}`;
    response.end(request.method === 'HEAD' ? undefined : previewPage(page, new Date(link.expires * 1_000), hrefIn));
  }
}

function tokenOf(request: ApiRequest): string {
  return String((request.query as Query)['token']);
}
