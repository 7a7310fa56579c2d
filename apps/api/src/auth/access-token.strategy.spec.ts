import { generateKeyPairSync, randomUUID } from 'node:crypto';
import passport from 'passport';
import type { Config } from '@libs/foundation';
import { AccessTokens } from '@libs/iam';
import type { ApiRequest } from '../http/request/request';
import { AccessTokenStrategy } from './access-token.strategy';

describe('The strategy of access tokens', () => {
  const setup = () => {
    const keys = [{ kid: 'ours', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }];
    const accessTokens = new AccessTokens(keys, { publicBaseUrl: 'https://api.example.com' } as Config);
    const name = randomUUID();
    const strategy = new AccessTokenStrategy({ defaultStrategy: name }, accessTokens);
    strategy.onModuleInit();
    const [tenantId, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
    const { token } = accessTokens.forAdmin({ tenantId, userId, sessionId }, new Date());
    return {
      strategy,
      token,
      claims: { audience: 'admin', tenantId, userId, sessionId },
      lookUpKey: jest.spyOn(accessTokens, 'verificationKey'),
      /** What Passport finds by the name; an Error where it does not know it. */
      ask: (bearer: string) =>
        new Promise<unknown>((resolve) => {
          const request = { headers: { authorization: `Bearer ${bearer}` } } as ApiRequest;
          const found = (error: unknown, claims: unknown) => resolve(error ?? claims);
          const ask = passport.authenticate(name, { session: false }, found) as (...args: unknown[]) => void;
          ask(request, {}, resolve);
        }),
    };
  };

  it('verifies a token once, and then knows it', async () => {
    const { ask, token, claims, lookUpKey } = setup();
    expect(await ask(token)).toEqual(claims);
    expect(await ask(token)).toEqual(claims);
    expect(lookUpKey).toHaveBeenCalledTimes(1);
  });

  it('refuses a forged token each time', async () => {
    const { ask, token, lookUpKey } = setup();
    const forged = `${token.slice(0, -86)}${'A'.repeat(86)}`;
    expect(await ask(forged)).toBe(false);
    expect(await ask(forged)).toBe(false);
    expect(lookUpKey).toHaveBeenCalledTimes(2);
  });

  it('is that of its own application, until this has shut down', async () => {
    const [one, another] = [setup(), setup()];
    expect(await one.ask(another.token)).toBe(false);
    another.strategy.onApplicationShutdown();
    expect(await another.ask(another.token)).toBeInstanceOf(Error);
    expect(await one.ask(one.token)).toEqual(one.claims);
  });
});
