import fc from 'fast-check';
import { ContentStateError } from '../content.errors';
import { Article, type ArticleStatus, contentOf, movesEndAlone } from './article';
import { type ArticleContent, initialContent } from './article-content';

const SCOPE = { tenantId: 'tenant', appId: 'app' };
const USER = 'user';
const BY = { by: USER };
const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-22T09:00:00Z');
const CONTENT: ArticleContent = {
  ...initialContent({ categoryId: 'news', slug: 'menu', title: { 'zh-CN': '菜单' }, body: { 'zh-CN': '菜' } }),
  tags: ['a'],
};
const OTHER: ArticleContent = { ...CONTENT, slug: 'other', pinned: true };

/** Ways into each status; `scheduled` and `archived` with and without a former publication. */
const IN: Readonly<Record<string, (article: Article) => unknown>> = {
  draft: () => undefined,
  'draft that was published': (article) => (article.publish(NOW, BY), article.unpublish()),
  scheduled: (article) => article.schedule(LATER, BY),
  'scheduled over a live revision': (article) => (
    article.publish(NOW, BY),
    article.write(OTHER),
    article.schedule(LATER, BY)
  ),
  published: (article) => article.publish(NOW, BY),
  'published with changes': (article) => (article.publish(NOW, BY), article.write(OTHER)),
  archived: (article) => article.archive(),
};

const MOVES: Readonly<Record<string, (article: Article) => unknown>> = {
  publish: (article) => article.publish(NOW, BY),
  schedule: (article) => article.schedule(LATER, BY),
  unschedule: (article) => article.unschedule(),
  unpublish: (article) => article.unpublish(),
  archive: (article) => article.archive(),
};

/** The status after each move, or null where it is refused. */
const TABLE: Readonly<Record<string, Readonly<Record<string, ArticleStatus | null>>>> = {
  draft: { publish: 'published', schedule: 'scheduled', unschedule: null, unpublish: null, archive: 'archived' },
  'draft that was published': {
    publish: 'published',
    schedule: 'scheduled',
    unschedule: null,
    unpublish: null,
    archive: 'archived',
  },
  scheduled: {
    publish: 'published',
    schedule: 'scheduled',
    unschedule: 'draft',
    unpublish: 'draft',
    archive: 'archived',
  },
  'scheduled over a live revision': {
    publish: 'published',
    schedule: 'scheduled',
    unschedule: 'published',
    unpublish: 'draft',
    archive: 'archived',
  },
  published: { publish: null, schedule: null, unschedule: null, unpublish: 'draft', archive: 'archived' },
  'published with changes': {
    publish: 'published',
    schedule: 'scheduled',
    unschedule: null,
    unpublish: 'draft',
    archive: 'archived',
  },
  archived: { publish: null, schedule: null, unschedule: null, unpublish: 'draft', archive: null },
};

const anArticle = (state = 'draft') => {
  const article = new Article(SCOPE, CONTENT);
  IN[state]?.(article);
  return article;
};
const stateOf = (article: Article) => ({ ...article });

describe('Article', () => {
  it('is a draft that readers do not see, with version 1', () => {
    expect(anArticle()).toMatchObject({
      ...CONTENT,
      ...SCOPE,
      status: 'draft',
      publishAt: null,
      hasChanges: true,
      lastRevision: 0,
      publishedRevision: null,
      publishedAt: null,
      lockVersion: 1,
    });
  });

  describe.each(Object.entries(TABLE))('%s', (state, moves) => {
    it.each(Object.entries(moves))('%s → %s', (move, status) => {
      const article = anArticle(state);
      const before = stateOf(article);
      if (status === null) {
        expect(() => MOVES[move]!(article)).toThrow(ContentStateError);
        expect(stateOf(article)).toEqual(before);
      } else {
        MOVES[move]!(article);
        expect(article).toMatchObject({ status, lockVersion: before.lockVersion + 1 });
      }
    });

    it('is written without a change of its status, or of what readers see', () => {
      const article = anArticle(state);
      const { status, publishAt, publishedRevision, publishedAt, lockVersion } = article;
      article.write({ ...OTHER, slug: 'third' });
      expect(article).toMatchObject({ ...OTHER, slug: 'third', status, publishAt, publishedRevision, publishedAt });
      expect(article).toMatchObject({ hasChanges: true, lockVersion: lockVersion + 1 });
    });

    it(`is ${state.startsWith('draft') ? '' : 'not '}deletable`, () => {
      expect(anArticle(state).isDeletable).toBe(state.startsWith('draft'));
    });
  });

  it('publishes its content as the next revision, and goes on from it', () => {
    const article = anArticle();
    const first = article.publish(NOW, BY);
    expect(first).toMatchObject({ ...CONTENT, articleId: article.id, revision: 1, publishedBy: USER });
    expect(article).toMatchObject({ ...CONTENT, hasChanges: false, publishedRevision: 1, publishedAt: NOW });
    article.write(OTHER);
    expect(article.publish(LATER, { by: null })).toMatchObject({ ...OTHER, revision: 2, publishedBy: null });
    expect(article).toMatchObject({ publishedRevision: 2, publishedAt: NOW });
  });

  it('counts its revisions on after an interruption, and its time anew', () => {
    const article = anArticle('published');
    article.unpublish();
    expect(article).toMatchObject({ publishedRevision: null, publishedAt: null, lastRevision: 1 });
    expect(article.publish(LATER, BY).revision).toBe(2);
    expect(article.publishedAt).toBe(LATER);
  });

  it('has no changes when what it is given is what it has', () => {
    const article = anArticle('published');
    article.write({ ...CONTENT, title: { ...CONTENT.title }, tags: [...CONTENT.tags] });
    expect(article.hasChanges).toBe(false);
  });

  it('has changes after a former revision was restored, and none after the latest', () => {
    const article = anArticle();
    const first = article.publish(NOW, BY);
    article.write(OTHER);
    const second = article.publish(NOW, BY);
    article.restore(first, contentOf(first));
    expect(article).toMatchObject({ ...CONTENT, hasChanges: true });
    article.restore(second, contentOf(second));
    expect(article).toMatchObject({ ...OTHER, hasChanges: false, status: 'published' });
    article.restore(second, { ...OTHER, coverFileId: null, categoryId: 'another' });
    expect(article.hasChanges).toBe(true);
  });

  it('is published until a time, which stays until it is set anew, removed, or nothing is to be seen any more', () => {
    const article = anArticle();
    const end = (days: number) => new Date(LATER.getTime() + days * 86_400_000);
    article.publish(NOW, { by: USER, unpublishAt: end(1) });
    expect(article).toMatchObject({ status: 'published', unpublishAt: end(1), unpublishBy: USER });
    expect([article.hasEnded(LATER), article.hasEnded(end(1))]).toEqual([false, true]);
    article.write(OTHER);
    article.publish(LATER, { by: 'another' });
    expect(article).toMatchObject({ unpublishAt: end(1), unpublishBy: USER });
    article.write(CONTENT);
    article.schedule(LATER, { by: 'another', unpublishAt: end(2) });
    expect(article).toMatchObject({ unpublishAt: end(2), unpublishBy: 'another' });
    article.unschedule();
    expect(article).toMatchObject({ status: 'published', unpublishAt: end(2) });
    article.publish(LATER, { by: USER, unpublishAt: null });
    expect(article).toMatchObject({ unpublishAt: null, unpublishBy: null });
    for (const hide of ['unpublish', 'archive'] as const) {
      article.moveEnd(NOW, { by: USER, unpublishAt: end(3) });
      article[hide]();
      expect(article).toMatchObject({ unpublishAt: null, unpublishBy: null });
      if (hide === 'unpublish') article.publish(NOW, BY);
    }
    const never = anArticle();
    never.schedule(LATER, { by: USER, unpublishAt: end(1) });
    never.unschedule();
    expect(never).toMatchObject({ status: 'draft', unpublishAt: null, unpublishBy: null });
  });

  it('has no end before it is published, neither one that is given nor one that stays', () => {
    const refused = { fields: [{ field: 'unpublish_at', code: 'not_after_publication' }] };
    expect(() => anArticle().publish(NOW, { by: USER, unpublishAt: NOW })).toThrow(expect.objectContaining(refused));
    expect(() => anArticle().schedule(LATER, { by: USER, unpublishAt: NOW })).toThrow(expect.objectContaining(refused));
    const article = anArticle();
    article.publish(NOW, { by: USER, unpublishAt: LATER });
    article.write(OTHER);
    expect(() => article.schedule(LATER, BY)).toThrow(expect.objectContaining(refused));
    expect(article).toMatchObject({ status: 'published', unpublishAt: LATER });
  });

  it('moves its end alone where it is published without changes, and another end is asked for', () => {
    const article = anArticle('published');
    expect(movesEndAlone(article, { by: USER, unpublishAt: LATER })).toBe(true);
    expect(movesEndAlone(article, { by: USER, unpublishAt: null })).toBe(false);
    expect(movesEndAlone(article, { by: USER })).toBe(false);
    article.moveEnd(NOW, { by: USER, unpublishAt: LATER });
    expect(article).toMatchObject({ lastRevision: 1, hasChanges: false, unpublishAt: LATER, lockVersion: 3 });
    expect(movesEndAlone(article, { by: USER, unpublishAt: new Date(LATER) })).toBe(false);
    expect(movesEndAlone(article, { by: USER, unpublishAt: null })).toBe(true);
    article.write(OTHER);
    expect(movesEndAlone(article, { by: USER, unpublishAt: null })).toBe(false);
  });

  it('behaves as its model, whatever happens in whatever order', () => {
    const steps = fc.array(fc.constantFrom(...Object.keys(MOVES), 'write'), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (happenings) => {
        const article = anArticle();
        const model = { status: 'draft', isLive: false, hasChanges: true, revisions: 0, version: 1 };
        for (const [index, step] of happenings.entries()) {
          const isPublishable = model.status !== 'archived' && (model.status !== 'published' || model.hasChanges);
          const isAllowed = {
            write: true,
            publish: isPublishable,
            schedule: isPublishable,
            unschedule: model.status === 'scheduled',
            unpublish: model.status !== 'draft',
            archive: model.status !== 'archived',
          }[step];
          const move = MOVES[step] ?? (() => article.write({ ...CONTENT, slug: `slug-${index}` }));
          if (!isAllowed) {
            expect(() => move(article)).toThrow(ContentStateError);
            continue;
          }
          move(article);
          model.version += 1;
          if (step === 'write') model.hasChanges = true;
          if (step === 'schedule') model.status = 'scheduled';
          if (step === 'unschedule') model.status = model.isLive ? 'published' : 'draft';
          if (step === 'publish') {
            Object.assign(model, { status: 'published', isLive: true, hasChanges: false });
            model.revisions += 1;
          }
          if (step === 'unpublish') Object.assign(model, { status: 'draft', isLive: false });
          if (step === 'archive') Object.assign(model, { status: 'archived', isLive: false });
          expect({
            status: article.status,
            isLive: article.isLive,
            hasChanges: article.hasChanges,
            revisions: article.lastRevision,
            version: article.lockVersion,
          }).toEqual(model);
          expect(article.publishedRevision).toBe(model.isLive ? model.revisions : null);
          expect([article.publishAt, article.scheduledBy]).toEqual(
            model.status === 'scheduled' ? [LATER, USER] : [null, null],
          );
        }
      }),
    );
  });
});
