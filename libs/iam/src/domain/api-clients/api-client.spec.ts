import { IamStateError } from '../accounts/accounts.errors';
import { ApiClient, type NewApiClient } from './api-client';
import { matchingSecret, newClientSecret } from './client-secret';

const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-21T10:00:00Z');
const TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

const aClient = (input: Partial<NewApiClient> = {}) =>
  new ApiClient(TENANT, { name: 'Orders', scopes: ['notifications.submit'], ...input }, TENANT, NOW);

describe('An API client', () => {
  it('cannot be made or changed so that it has expired, but keeps an end that has passed', () => {
    expect(() => aClient({ expiresAt: NOW })).toThrow('VALIDATION_FAILED');
    const client = aClient({ expiresAt: LATER });
    expect(() => client.update({ expiresAt: NOW }, NOW)).toThrow('VALIDATION_FAILED');
    client.update({ expiresAt: LATER, name: 'Shipping' }, new Date('2026-11-22T00:00:00Z'));
    expect(client).toMatchObject({ name: 'Shipping', expiresAt: LATER, lockVersion: 2 });
  });

  it('takes null for what it had at first, and undefined for what it has', () => {
    const client = aClient({ description: 'Sends', allowedCidrs: ['203.0.113.0/24'], expiresAt: LATER });
    client.update({}, NOW);
    expect(client).toMatchObject({ description: 'Sends', allowedCidrs: ['203.0.113.0/24'], expiresAt: LATER });
    client.update({ description: null, allowedCidrs: null, expiresAt: null }, NOW);
    expect(client).toMatchObject({ description: null, allowedCidrs: [], expiresAt: null });
  });

  it('loses its tokens when it is disabled, and when its secret is replaced without an overlap', () => {
    const client = aClient();
    client.rotate(60, LATER);
    expect(client.tokensSince).toEqual(NOW);
    client.disable(LATER);
    expect(client.tokensSince).toEqual(LATER);
    client.enable(new Date('2026-11-21T11:00:00Z'));
    expect(client.tokensSince).toEqual(LATER);
    const noon = new Date('2026-11-21T12:00:00Z');
    client.rotate(0, noon);
    expect(client.tokensSince).toEqual(noon);
    // One that had to wait for the change before began as early.
    client.rotate(0, noon);
    expect(client.tokensSince).not.toEqual(noon);
  });

  it('is not enabled or disabled twice', () => {
    const client = aClient();
    expect(() => client.enable(NOW)).toThrow(IamStateError);
    client.disable(NOW);
    expect(() => client.disable(NOW)).toThrow(IamStateError);
  });
});

describe('A secret of an API client', () => {
  it('has 256 random bits, of which the beginning is shown', () => {
    const { secret, stored } = newClientSecret();
    expect(secret).toMatch(/^aks_[\w-]{43}$/);
    expect(secret.startsWith(stored.prefix)).toBe(true);
    expect(stored.prefix).toHaveLength(12);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('is found among those that are stored', () => {
    const [one, other] = [newClientSecret(), newClientSecret()];
    const stored = [one.stored, other.stored];
    expect(matchingSecret(other.secret, stored)).toBe(other.stored);
    expect(matchingSecret(`${other.secret}A`, stored)).toBeNull();
    expect(matchingSecret('', stored)).toBeNull();
    expect(matchingSecret(one.secret, [])).toBeNull();
  });
});
