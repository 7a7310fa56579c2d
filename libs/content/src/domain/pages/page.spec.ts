import { ContentStateError, PageReservedError } from '../content.errors';
import { Page } from './page';
import type { PageDraft } from './page-draft';

const SCOPE = { tenantId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', appId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' };
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';

const DRAFT: PageDraft = {
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们', 'en-US': '# We' },
  bodyFormat: 'markdown',
  effectiveAt: null,
};

const aPage = (key = 'privacy-policy') => {
  const page = Page.reserve(SCOPE).find((reserved) => reserved.key === key);
  if (!page) throw new Error(`No reserved page ${key}`);
  return page;
};

describe('Page', () => {
  it('reserves four single pages and two legal documents for an App, without draft or revision', () => {
    const pages = Page.reserve(SCOPE);
    expect(pages.map(({ kind, key }) => `${kind}/${key}`)).toEqual([
      'page/about-us',
      'page/contact-us',
      'page/help',
      'page/user-guide',
      'legal/privacy-policy',
      'legal/terms-of-service',
    ]);
    for (const page of pages) {
      expect(page).toMatchObject({ ...SCOPE, reserved: true, draft: null, publishedRevision: null, lockVersion: 1 });
    }
  });

  it('creates further pages, which are not reserved', () => {
    expect(Page.create(SCOPE, 'delivery')).toMatchObject({
      ...SCOPE,
      kind: 'page',
      key: 'delivery',
      reserved: false,
      draft: null,
      publishedRevision: null,
      lockVersion: 1,
      deletedAt: null,
    });
  });

  it('keeps its draft until it is published, and increments lock_version', () => {
    const page = aPage();
    page.saveDraft(DRAFT);
    expect(page).toMatchObject({ draft: DRAFT, lockVersion: 2, publishedRevision: null });
  });

  describe('publish', () => {
    it('makes the draft revision 1 and the published one', () => {
      const page = aPage();
      page.saveDraft({ ...DRAFT, effectiveAt: '2026-12-01T00:00:00.000Z' });
      const revision = page.publish(USER);
      expect(revision).toMatchObject({
        tenantId: SCOPE.tenantId,
        pageId: page.id,
        revision: 1,
        key: 'privacy-policy',
        title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
        body: { 'zh-CN': '# 我们', 'en-US': '# We' },
        bodyFormat: 'markdown',
        effectiveAt: new Date('2026-12-01T00:00:00Z'),
        publishedBy: USER,
      });
      expect(page).toMatchObject({ publishedRevision: 1, draft: null, lockVersion: 3 });
    });

    it('counts revisions', () => {
      const page = aPage();
      for (const expected of [1, 2, 3]) {
        page.saveDraft(DRAFT);
        expect(page.publish(USER).revision).toBe(expected);
      }
    });

    it('gives the same text a different hash in another revision', () => {
      const page = aPage();
      page.saveDraft(DRAFT);
      const first = page.publish(USER);
      page.saveDraft(DRAFT);
      expect(page.publish(USER).revisionHash).not.toBe(first.revisionHash);
    });

    it('is refused without a draft, before the first and after each publication', () => {
      const page = aPage();
      expect(() => page.publish(USER)).toThrow(ContentStateError);
      page.saveDraft(DRAFT);
      page.publish(USER);
      expect(() => page.publish(USER)).toThrow(ContentStateError);
      expect(page.lockVersion).toBe(3);
    });
  });

  describe('delete', () => {
    const NOW = new Date('2026-11-20T08:30:00Z');

    it('leaves neither draft nor publication', () => {
      const page = Page.create(SCOPE, 'delivery');
      page.saveDraft(DRAFT);
      page.publish(USER);
      page.saveDraft(DRAFT);
      page.delete(NOW);
      expect(page).toMatchObject({ draft: null, publishedRevision: null, deletedAt: NOW, lockVersion: 5 });
    });

    it('is refused for the pages that every App has', () => {
      for (const page of Page.reserve(SCOPE)) {
        expect(() => page.delete(NOW)).toThrow(PageReservedError);
        expect(page).toMatchObject({ deletedAt: null, lockVersion: 1 });
      }
    });
  });
});
