import { KnownRoutes } from './known-routes';

describe('KnownRoutes', () => {
  const routes = new KnownRoutes([
    { method: 'post', path: '/admin-api/v1/apps/{app_id}/content/pages', body: 'json' },
    { method: 'put', path: '/admin-api/v1/apps/{app_id}/content/pages/{id}/draft', body: 'json' },
    { method: 'post', path: '/api/v1/auth/register', body: 'json' },
  ]);

  it.each([
    ['POST', '/api/v1/auth/register', '/api/v1/auth/register'],
    ['POST', '/api/v1/auth/register/', '/api/v1/auth/register'],
    ['POST', '/admin-api/v1/apps/x/content/pages', '/admin-api/v1/apps/{app_id}/content/pages'],
    ['POST', '/admin-api/v1/apps/%2F/content/pages', '/admin-api/v1/apps/{app_id}/content/pages'],
    ['PUT', '/admin-api/v1/apps/x/content/pages/y/draft', '/admin-api/v1/apps/{app_id}/content/pages/{id}/draft'],
  ])('knows %s %s', (method, path, route) => expect(routes.find(method, path)?.path).toBe(route));

  it.each([
    ['GET', '/api/v1/auth/register'],
    ['POST', ''],
    ['POST', '/'],
    ['POST', '*'],
    ['POST', '/api/v1/auth'],
    ['POST', '/api/v1/auth/register/x'],
    ['POST', '/api/v1/auth/register//'],
    ['POST', '/API/v1/auth/register'],
    ['POST', '/api/v1/%61uth/register'],
    ['POST', '/admin-api/v1/apps//content/pages'],
    ['POST', '/admin-api/v1/apps/x/y/content/pages'],
    ['POST', '/admin-api/v1/apps/x/content/nowhere'],
    ['POST', '/'.repeat(8_000)],
  ])('knows nothing of %s %.60s', (method, path) => expect(routes.find(method, path)).toBeNull());
});
