import { ValidationFailedError } from '@libs/kernel';
import fc from 'fast-check';
import { BUILT_IN_ROLES, isBuiltInRole, OWNER_ROLE, PLATFORM_ADMIN_ROLE } from './built-in-roles';
import { isPlatformPermission, PERMISSIONS, type Permission } from './permissions';
import { expectOfTenant, MAX_ROLE_CODE_LENGTH, parsePermissions, Role, ROLE_CODE } from './role';
import { BuiltInRoleError } from './roles.errors';

const NOW = new Date('2026-11-21T09:00:00Z');
const CODES = PERMISSIONS.map(({ code }) => code);

function aRole(permissions: readonly Permission[] = ['users.read']): Role {
  return new Role('tenant', { code: 'support', name: 'Support', permissions }, NOW);
}

function reasonsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
}

describe('Role', () => {
  it('has each permission once, in the order of the catalogue, however they were given', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CODES)), (given) => {
        const { permissions } = aRole(given);
        expect(permissions).toEqual(CODES.filter((code) => given.includes(code)));
      }),
    );
  });

  it('changes what is given, and increments its version', () => {
    const role = aRole();
    role.update({ name: 'Helpers' }, NOW);
    expect(role).toMatchObject({ name: 'Helpers', permissions: ['users.read'], lockVersion: 2 });
    role.update({ permissions: [] }, NOW);
    expect(role).toMatchObject({ name: 'Helpers', permissions: [], lockVersion: 3 });
  });

  it('refuses every change while it is built in', () => {
    const role = Object.assign(aRole(), { builtIn: true });
    expect(() => role.update({ name: 'Mine' }, NOW)).toThrow(BuiltInRoleError);
    expect(() => role.expectCustom()).toThrow(BuiltInRoleError);
    expect(role.lockVersion).toBe(1);
  });
});

describe('Permissions', () => {
  it('are those of the catalogue: the error names anything else by its index', () => {
    expect(parsePermissions(CODES)).toEqual(CODES);
    expect(reasonsOf(() => parsePermissions(['users.read', 'users', '', 'toString']))).toEqual([
      'permissions.1 unknown_permission',
      'permissions.2 unknown_permission',
      'permissions.3 unknown_permission',
    ]);
  });

  it('that reach beyond a tenant are refused for its roles', () => {
    expect(reasonsOf(() => expectOfTenant('permissions', ['users.read', 'tenants.read']))).toEqual([
      'permissions.1 platform_permission',
    ]);
    expect(
      reasonsOf(() =>
        expectOfTenant(
          'permissions',
          CODES.filter((code) => !/^(tenants|regions|runtime)\.|\.global$/.test(code)),
        ),
      ),
    ).toEqual([]);
  });
});

describe('Built-in roles', () => {
  it('have codes of the form that roles have', () => {
    for (const { code } of BUILT_IN_ROLES) {
      expect(code).toMatch(ROLE_CODE);
      expect(code.length).toBeLessThanOrEqual(MAX_ROLE_CODE_LENGTH);
      expect(isBuiltInRole(code)).toBe(true);
    }
    expect(isBuiltInRole('support')).toBe(false);
  });

  it('give permissions beyond one tenant to the platform administrator alone, and all others to the owner', () => {
    for (const { code, permissions } of BUILT_IN_ROLES) {
      expect([code, permissions.some(isPlatformPermission)]).toEqual([code, code === PLATFORM_ADMIN_ROLE]);
    }
    const owner = BUILT_IN_ROLES.find(({ code }) => code === OWNER_ROLE);
    expect(owner?.permissions).toEqual(CODES.filter((code) => !isPlatformPermission(code)));
  });
});
