import { field, fields, type ValuesOf } from '@libs/kernel';
import type { tenant } from '../accounts/tenant';

/** What a client receives at a sign-in and at every refresh. */
export const tokenPair = fields({
  accessToken: field
    .text()
    .about('JWT (RFC 9068), valid for 15 minutes')
    .example('eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…'),
  accessTokenExpiresAt: field.instant().example('2026-11-21T09:15:00.000Z'),
  refreshToken: field
    .text()
    .about('Opaque refresh token, for a single use. Keep it in the secure storage of the platform')
    .example('akr_7Zk2…'),
  refreshTokenExpiresAt: field.instant().example('2026-12-21T09:00:00.000Z'),
  sessionId: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
});

export type TokenPair = ValuesOf<typeof tokenPair>;

/** The token pair of an administrator. */
export type AdminTokenPair = Omit<TokenPair, 'appId'> & {
  readonly tenant: ValuesOf<Pick<typeof tenant, 'id' | 'code' | 'name'>>;
};
