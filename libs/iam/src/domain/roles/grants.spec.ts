import { OWNER_ROLE, PLATFORM_ADMIN_ROLE } from './built-in-roles';
import { expectHeld, expectMayManage } from './grants';
import { PermissionDeniedError } from './roles.errors';

const held = new Set(['users.read', 'users.write']);

function missing(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof PermissionDeniedError) return error.extra['required_permission'];
    throw error;
  }
  return null;
}

describe('An administrator who gives a permission', () => {
  it('must hold it: the error names the first that is missing', () => {
    expect(missing(() => expectHeld(held, []))).toBeNull();
    expect(missing(() => expectHeld(held, ['users.write', 'users.read']))).toBeNull();
    expect(missing(() => expectHeld(held, ['users.read', 'apps.read', 'apps.write']))).toBe('apps.read');
  });
});

describe('An administrator who acts on a user', () => {
  it.each([OWNER_ROLE, PLATFORM_ADMIN_ROLE])('must hold what the user has as %s', (code) => {
    const roles = [{ code, permissions: ['users.read', 'roles.write'] }];
    expect(missing(() => expectMayManage(held, roles))).toBe('roles.write');
    expect(missing(() => expectMayManage(new Set([...held, 'roles.write']), roles))).toBeNull();
  });

  it('needs nothing of what the user’s other roles hold', () => {
    expect(missing(() => expectMayManage(held, [{ code: 'content_editor', permissions: ['pages.write'] }]))).toBeNull();
  });
});
