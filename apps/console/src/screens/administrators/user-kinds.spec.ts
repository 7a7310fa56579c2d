import { barrierTo, heldOf, lacking, rolesAfter, stateOf, type Role, type User } from './user-kinds';

const EMAIL = { id: '1', type: 'email', value: 'lin@example.com', verified_at: null, is_primary: true } as const;
const USER = { status: 'active', has_password: false, identifiers: [EMAIL], roles: ['owner'] } as unknown as User;
const OWNER = { code: 'owner', permissions: ['users.read', 'roles.write'] } as unknown as Role;

describe('An administrator', () => {
  it('is invited until the address is confirmed or a password chosen, and disabled whatever else', () => {
    expect(stateOf(USER)).toBe('invited');
    expect(stateOf({ ...USER, has_password: true })).toBe('active');
    expect(stateOf({ ...USER, identifiers: [{ ...EMAIL, verified_at: '2026-11-21T09:00:00Z' }] })).toBe('active');
    expect(stateOf({ ...USER, identifiers: [{ ...EMAIL, type: 'mobile' }] })).toBe('active');
    expect(stateOf({ ...USER, status: 'disabled' })).toBe('disabled');
  });

  it('who owns the tenant is out of reach for whoever could not have made an owner', () => {
    const may = (permission: string) => permission !== 'roles.write';
    expect(lacking(OWNER, may)).toBe('roles.write');
    expect(barrierTo(USER, [OWNER], may)).toBe(OWNER);
    expect(barrierTo(USER, [OWNER], () => true)).toBeNull();
    expect(barrierTo({ roles: ['support'] }, [OWNER, { ...OWNER, code: 'support' }], may)).toBeNull();
  });

  it('keeps the roles that somebody else gave meanwhile', () => {
    const base = heldOf(['admin', 'auditor']);
    expect(rolesAfter(['admin', 'support'], base, heldOf(['admin', 'auditor', 'editor']))).toEqual([
      'admin',
      'support',
      'editor',
    ]);
    expect(rolesAfter(['admin', 'support'], base, heldOf(['auditor']))).toEqual(['support']);
  });
});
