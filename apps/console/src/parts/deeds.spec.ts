import { isChange, screenOfDeed, verbOf, type Deed } from './deeds';

const APP = '/admin-api/v1/apps/{app_id}';

const deed = (method: string, route: string, resource_type: string): Deed => ({
  ...{ method, route, resource_type },
  ...{ resource_id: 'r1', app_id: 'a1' },
});

describe('A deed that the audit log knows', () => {
  it.each([
    ['POST', `${APP}/content/articles`, 'article', 'created', 'articles.record'],
    ['PATCH', `${APP}/content/articles/{id}`, 'article', 'changed', 'articles.record'],
    ['DELETE', `${APP}/content/articles/{id}`, 'article', 'deleted', null],
    ['POST', `${APP}/content/articles/batch-delete`, 'article', 'deleted', null],
    ['POST', `${APP}/content/articles/{id}/publish`, 'article', 'published', 'articles.record'],
    ['POST', `${APP}/content/articles/{id}/unpublish`, 'article', 'unpublished', 'articles.record'],
    ['POST', `${APP}/content/articles/{id}/archive`, 'article', 'changed', 'articles.record'],
    ['POST', `${APP}/enable`, 'app', 'enabled', 'apps.settings'],
    ['POST', `${APP}/startup/onboarding/publish`, 'app', 'published', 'onboarding.edit'],
    ['PUT', `${APP}/content/pages/{slug}/draft`, 'page', 'changed', 'pages.record'],
    ['POST', `${APP}/content/legal/{document_type}/publish`, 'legal_document', 'published', 'legal.record'],
    ['POST', '/admin-api/v1/files', 'file', 'created', 'files.record'],
    ['POST', `${APP}/mobile/releases/{id}/publish`, 'release', 'published', 'releases.record'],
    ['POST', `${APP}/members/{user_id}/suspend`, 'member', 'disabled', 'members.record'],
    ['POST', `${APP}/notices`, 'notice', 'created', 'notices.record'],
    ['POST', `${APP}/messages/{id}/recall`, 'message', 'unpublished', 'messages.record'],
    ['PUT', `${APP}/push-providers/{provider}`, 'push_provider', 'changed', 'push-providers.list'],
    ['POST', '/admin-api/v1/webhooks/endpoints', 'webhook_endpoint', 'created', 'webhooks.record'],
  ])('is told in words, and leads to its screen: %s %s', (method, route, type, verb, screen) => {
    const told = deed(method, route, type);
    expect([verbOf(told), isChange(told), screenOfDeed(told)]).toEqual([verb, true, screen]);
  });

  it.each([
    ['GET', '/admin-api/v1/audit/logs/export', 'audit_log'],
    ['POST', `${APP}/content/pages/{slug}/preview-link`, 'page'],
    ['POST', '/admin-api/v1/audit/verify', 'audit_log'],
    ['POST', '/admin-api/v1/auth/logout', 'session'],
  ])('is no change of what there is: %s %s', (method, route, type) => {
    expect(isChange(deed(method, route, type))).toBe(false);
  });

  it('leads nowhere where no screen shows its kind, or nothing says which it was', () => {
    expect(screenOfDeed(deed('POST', `${APP}/members/import`, 'import'))).toBeNull();
    const unknown = { ...deed('PATCH', `${APP}/content/articles/{id}`, 'article'), resource_id: null };
    expect(screenOfDeed(unknown)).toBeNull();
  });
});
