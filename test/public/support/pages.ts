import type { App } from '@libs/apps';
import { PagesService } from '@libs/content';
import { RegionSource } from '../../../libs/regions/src/domain/region-source';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

/** As every database that has been in use: at a start, importing the regions takes longer than all the rest. */
export async function haveRegionsImported(api: TestApi): Promise<void> {
  const { version, source } = api.get(RegionSource).identity;
  await queryAs(api.urls.superuserUrl, 'INSERT INTO region_datasets (version, source) VALUES ($1, $2)', [
    version,
    source,
  ]);
}

/** Frequent steps of suites about pages with their App, which another test may have replaced. */
export function pagesOf(present: () => { readonly api: TestApi; readonly app: App }) {
  const api = () => present().api;
  const app = () => present().app;

  const save = (slug: string, lockVersion: number, text: string) =>
    api()
      .get(PagesService)
      .saveDraft(
        { tenantId: app().tenantId, appId: app().id, defaultLocale: 'zh-CN' },
        { kind: 'page', key: slug },
        lockVersion,
        {
          title: { 'zh-CN': '表', 'en-US': 'Table' },
          body: { 'zh-CN': text, 'en-US': `*en* ${text}` },
          bodyFormat: 'markdown',
          effectiveAt: null,
        },
      );

  const publishDraft = (slug: string, lockVersion: number) =>
    api()
      .get(PagesService)
      .publish({ tenantId: app().tenantId, appId: app().id }, { kind: 'page', key: slug }, lockVersion, null);

  const publish = async (slug: string, text: string, lockVersion = 1) =>
    publishDraft(slug, (await save(slug, lockVersion, text)).lockVersion);

  const read = async (slug: string, locale = 'zh-CN', from = api()): Promise<string> => {
    const { body } = await from.http
      .get(`/api/v1/public/pages/${slug}`)
      .set({ 'X-AppID': app().id, 'Accept-Language': locale })
      .expect(200);
    return (body as { data: { body_html: string } }).data.body_html;
  };

  /** As left by a version of the program that does not store HTML. */
  const forgetRenderings = () => queryAs(api().urls.superuserUrl, 'DELETE FROM content_page_renderings');

  return { save, publishDraft, publish, read, forgetRenderings };
}
