import { OPERATIONS } from '../../api/operations';
import { adminSnippet, readSnippet } from '../../frame/snippets';
import type { Scope } from './scopes';

/** The first client, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminApiClient', {
    body: { name: 'Build server', scopes: ['files.read', 'files.write', 'releases.read', 'releases.write'] },
  });
}

/** How the client gets a token: with its secret from the environment, so that it stands in no history of a shell. */
export function tokenSnippet(clientId: string): string {
  return [
    `curl -X POST '${location.origin}/api/v1/oauth/token'`,
    `-u "${clientId}:$SECRET"`,
    "-d 'grant_type=client_credentials'",
  ].join(' \\\n  ');
}

/** A first call with that token that the scopes permit. */
export function callSnippet(scopes: readonly Scope[]): string | null {
  const path = firstPath(scopes);
  return path === null ? null : readSnippet(path, { Authorization: 'Bearer $TOKEN' });
}

function firstPath(scopes: readonly Scope[]): string | null {
  if (scopes.includes('notifications.read')) return '/api/v1/service/notifications';
  const found = Object.values(OPERATIONS).find(
    ({ method, path, permission }) =>
      method === 'GET' &&
      path.startsWith('/admin-api/') &&
      !path.includes('{') &&
      (scopes as readonly (string | null)[]).includes(permission),
  );
  return found?.path ?? null;
}
