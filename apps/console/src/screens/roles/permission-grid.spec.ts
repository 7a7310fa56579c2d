import { codesOf, groupOf, rowsOf, ticked, tickedAll } from './permission-grid';

const CATALOGUE = ['users.read', 'users.write', 'roles.read', 'roles.write', 'roles.assign', 'pages.publish'].map(
  (code) => {
    const [module = '', action = ''] = code.split('.');
    return { code, module, action };
  },
);
const [users, roles, pages] = rowsOf(CATALOGUE);
const all = (): boolean => true;

describe('The grid of permissions', () => {
  it('has a row for each module, with what few modules have at its end', () => {
    expect([users, roles, pages].map((row) => [row?.module, codesOf(row!)])).toEqual([
      ['users', ['users.read', 'users.write']],
      ['roles', ['roles.read', 'roles.write', 'roles.assign']],
      ['pages', ['pages.publish']],
    ]);
    expect(roles?.others).toEqual([['assign', 'roles.assign']]);
  });

  it('takes a module that it does not know for one of the organisation', () => {
    expect(['pages', 'tenants', 'something'].map(groupOf)).toEqual(['app', 'platform', 'organisation']);
  });

  it('ticks the right to read with any other of the module, where there is one', () => {
    expect(ticked({}, roles!, 'roles.assign', true, all)).toEqual({ 'roles.assign': true, 'roles.read': true });
    expect(ticked({}, pages!, 'pages.publish', true, all)).toEqual({ 'pages.publish': true });
    expect(ticked({ 'users.read': true, 'users.write': true }, users!, 'users.write', false, all)).toEqual({
      'users.read': true,
    });
  });

  it('leaves what somebody lacks as it is, ticked or not', () => {
    const may = (code: string): boolean => code !== 'roles.assign';
    const held = { 'roles.assign': true } as const;
    expect(ticked(held, roles!, 'roles.assign', false, may)).toBe(held);
    expect(tickedAll(held, roles!, true, may)).toEqual({ ...held, 'roles.read': true, 'roles.write': true });
    expect(tickedAll({ ...held, 'roles.read': true }, roles!, false, may)).toEqual(held);
    expect(ticked({}, roles!, 'roles.write', true, (code) => code === 'roles.write')).toEqual({ 'roles.write': true });
  });
});
