import { PERMISSIONS } from '../roles/permissions';
import { API_CLIENT_SCOPES, isScope, knownScopes, permissionsOf } from './api-client-scopes';

const CODES = API_CLIENT_SCOPES.map(({ code }) => code);

describe('Scopes of API clients', () => {
  it('are those of their own routes, and permissions but for those that decide who may do what', () => {
    const refused = PERMISSIONS.map(({ code }) => code).filter((code) => !CODES.includes(code as never));
    expect(refused).toEqual([
      'tenants.read',
      'tenants.write',
      'tenants.access',
      'users.read',
      'users.write',
      'users.delete',
      'roles.read',
      'roles.write',
      'roles.assign',
      'notifications.configure',
      'settings.write',
      'api_clients.read',
      'api_clients.write',
      'webhooks.write',
    ]);
    expect(CODES).toHaveLength(new Set(CODES).size);
    expect(CODES.length).toBe(PERMISSIONS.length - refused.length + 3);
  });

  it('open routes of administrators only where they are permissions', () => {
    expect(CODES.filter((code) => !isScope(code))).toEqual([
      'notifications.submit',
      'notifications.read',
      'notifications.security',
    ]);
    expect(['users.read', 'settings.write', 'x'].filter(isScope)).toEqual([]);
  });

  it('need what they are, or what an administrator would need for the same', () => {
    expect(permissionsOf(['releases.publish', 'notifications.read'])).toEqual(['messages.read', 'releases.publish']);
    expect(knownScopes(['releases.publish', 'users.read', 'notifications.read', 'releases.publish'])).toEqual([
      'notifications.read',
      'releases.publish',
    ]);
  });
});
