import { ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { ContentStateError } from './content.errors';
import { Page } from './page';
import type { RevisionContent } from './page-revision';

const SCOPE = { tenantId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', appId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' };
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';

const content = (changes: Partial<RevisionContent> = {}): RevisionContent => ({
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们', 'en-US': '# We' },
  bodyFormat: 'markdown',
  effectiveAt: null,
  ...changes,
});

const aPage = (key = 'privacy-policy') => {
  const page = Page.reserve(SCOPE).find((reserved) => reserved.key === key);
  if (!page) throw new Error(`No reserved page ${key}`);
  return page;
};

const fieldsOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields;
    throw error;
  }
  return [];
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

  describe('draft', () => {
    it('is kept until it is published, and raises lock_version', () => {
      const page = aPage();
      page.saveDraft(content({ effectiveAt: new Date('2026-12-01T00:00:00Z') }), 'zh-CN');
      expect(page.draft).toEqual({
        title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
        body: { 'zh-CN': '# 我们', 'en-US': '# We' },
        bodyFormat: 'markdown',
        effectiveAt: '2026-12-01T00:00:00.000Z',
      });
      expect(page.lockVersion).toBe(2);
      expect(page.publishedRevision).toBeNull();
    });

    it('needs title and body in the default locale of the App', () => {
      const page = aPage();
      const draft = content({ title: { 'en-US': 'Title' }, body: { 'zh-CN': '正文', 'ja-JP': '  ' } });
      expect(fieldsOf(() => page.saveDraft(draft, 'ja-JP'))).toEqual([
        { field: 'title.ja-JP', code: 'required' },
        { field: 'body.ja-JP', code: 'required' },
      ]);
      expect(page.draft).toBeNull();
      expect(page.lockVersion).toBe(1);
    });

    it('refuses unknown locales', () => {
      const title = { 'zh-CN': '标题', 'fr-FR': 'Titre' };
      expect(fieldsOf(() => aPage().saveDraft(content({ title }), 'zh-CN'))).toEqual([
        { field: 'title.fr-FR', code: 'not_supported_locale' },
      ]);
    });

    it('is sanitised on the way in when it is HTML', () => {
      const page = aPage();
      const body = { 'zh-CN': '<p onclick="steal()">好<script>steal()</script></p>' };
      page.saveDraft(content({ body, bodyFormat: 'html' }), 'zh-CN');
      expect(page.draft?.body).toEqual({ 'zh-CN': '<p>好</p>' });
    });

    it('is refused when nothing of its HTML remains', () => {
      const draft = content({ body: { 'zh-CN': '<script>steal()</script>' }, bodyFormat: 'html' });
      expect(fieldsOf(() => aPage().saveDraft(draft, 'zh-CN'))).toEqual([{ field: 'body.zh-CN', code: 'required' }]);
    });

    it('keeps Markdown as it was written', () => {
      const page = aPage();
      page.saveDraft(content({ body: { 'zh-CN': '1 < 2 & <b>' } }), 'zh-CN');
      expect(page.draft?.body).toEqual({ 'zh-CN': '1 < 2 & <b>' });
    });
  });

  describe('publish', () => {
    it('makes the draft revision 1 and the published one', () => {
      const page = aPage();
      page.saveDraft(content({ effectiveAt: new Date('2026-12-01T00:00:00Z') }), 'zh-CN');
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
        page.saveDraft(content(), 'zh-CN');
        expect(page.publish(USER).revision).toBe(expected);
      }
    });

    it('gives the same words another hash in another revision', () => {
      const page = aPage();
      page.saveDraft(content(), 'zh-CN');
      const first = page.publish(USER);
      page.saveDraft(content(), 'zh-CN');
      expect(page.publish(USER).revisionHash).not.toBe(first.revisionHash);
    });

    it('is refused without a draft, before the first and after each publication', () => {
      const page = aPage();
      expect(() => page.publish(USER)).toThrow(ContentStateError);
      page.saveDraft(content(), 'zh-CN');
      page.publish(USER);
      expect(() => page.publish(USER)).toThrow(ContentStateError);
      expect(page.lockVersion).toBe(3);
    });
  });

  it('refuses a stale lock_version and tells the current one', () => {
    const page = aPage();
    page.saveDraft(content(), 'zh-CN');
    expect(() => page.expectVersion(2)).not.toThrow();
    expect(() => page.expectVersion(1)).toThrow(VersionConflictError);
    expect(() => page.expectVersion(1)).toThrow(expect.objectContaining({ extra: { current_lock_version: 2 } }));
  });
});
