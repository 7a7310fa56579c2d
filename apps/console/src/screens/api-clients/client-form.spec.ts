import { bodyOf, emptyClient, stateOf, valuesOf, type Client } from './client-form';

const CLIENT: Client = {
  ...{ id: 'c', name: 'Build server', description: null, scopes: ['files.read'], app_ids: ['a', 'b'] },
  ...{ allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'], expires_at: '2027-01-01T00:00:00.000Z', status: 'active' },
  ...{ secrets: [], last_used_at: null, created_by: null, lock_version: 1 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null },
};

describe('The form of an API client', () => {
  it('sends back what it was filled with', () => {
    const { name, description, scopes, app_ids, allowed_cidrs, expires_at } = CLIENT;
    expect(bodyOf(valuesOf(CLIENT))).toEqual({ name, description, scopes, app_ids, allowed_cidrs, expires_at });
  });

  it('takes networks however they are separated, and sends only what changed', () => {
    expect(bodyOf({ allowed_cidrs: ' 10.0.0.0/8, ::1/128\n\n192.0.2.1/32；' })).toEqual({
      allowed_cidrs: ['10.0.0.0/8', '::1/128', '192.0.2.1/32'],
    });
    expect(bodyOf({ ...emptyClient(), app_ids: {} })).toMatchObject({ description: null, app_ids: [], scopes: [] });
  });

  it('tells an active client from one that has expired', () => {
    expect(stateOf(CLIENT, Date.parse('2026-12-31T00:00:00.000Z'))).toBe('active');
    expect(stateOf(CLIENT, Date.parse('2027-01-01T00:00:00.000Z'))).toBe('expired');
    expect(stateOf({ ...CLIENT, status: 'disabled' }, Date.parse('2028-01-01T00:00:00.000Z'))).toBe('disabled');
  });
});
