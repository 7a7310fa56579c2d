import { kindOf, placeOfChange, verbOf, type Change } from './last-changes';

const APP = '/admin-api/v1/apps/{app_id}';

const change = (method: string, route: string, resource_type: string): Change => ({
  method,
  route,
  resource_type,
  resource_id: 'r1',
});

describe('A change that the audit log knows', () => {
  it.each([
    ['POST', `${APP}/content/articles`, 'article', 'created', 'articles.record'],
    ['PATCH', `${APP}/content/articles/{id}`, 'article', 'changed', 'articles.record'],
    ['DELETE', `${APP}/content/articles/{id}`, 'article', 'deleted', null],
    ['POST', `${APP}/content/articles/batch-delete`, 'article', 'deleted', null],
    ['POST', `${APP}/content/articles/{id}/publish`, 'article', 'published', 'articles.record'],
    ['POST', `${APP}/content/articles/{id}/unpublish`, 'article', 'unpublished', 'articles.record'],
    ['POST', `${APP}/content/articles/{id}/archive`, 'article', 'changed', 'articles.record'],
    ['POST', `${APP}/enable`, 'app', 'changed', 'apps.settings'],
    ['POST', `${APP}/startup/onboarding/publish`, 'app', 'published', 'onboarding.edit'],
    ['PUT', `${APP}/content/pages/{slug}/draft`, 'page', 'changed', 'pages.list'],
    ['POST', '/admin-api/v1/files', 'file', 'created', 'files.record'],
    ['POST', `${APP}/mobile/releases/{id}/publish`, 'release', 'published', 'releases.record'],
  ])('is told in words: %s %s', (method, route, kind, verb, name) => {
    const told = change(method, route, kind);
    expect([kindOf(told), verbOf(told), placeOfChange(told)?.name ?? null]).toEqual([kind, verb, name]);
  });

  it('leads nowhere where no screen shows its kind, or nothing says which it was', () => {
    expect(kindOf(change('POST', '/admin-api/v1/webhooks', 'webhook_endpoint'))).toBeNull();
    expect(placeOfChange(change('POST', `${APP}/notifications/messages`, 'message'))).toBeNull();
    const unknown = { ...change('PATCH', `${APP}/content/articles/{id}`, 'article'), resource_id: null };
    expect(placeOfChange(unknown)).toBeNull();
  });
});
