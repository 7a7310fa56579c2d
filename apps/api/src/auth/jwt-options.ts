import { decode } from 'jsonwebtoken';
import type { StrategyOptionsWithRequest } from 'passport-jwt';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, type AccessTokens } from '@libs/iam';
import type { ApiRequest } from '../http/request';
import { bearerToken } from './bearer-token';

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 30;
const MAX_TOKEN_LENGTH = 2_048;

/** How an access token is verified on every surface: ES256 by one of our keys, of the type `at+jwt` (RFC 9068). */
export function jwtOptions(accessTokens: AccessTokens): StrategyOptionsWithRequest {
  return {
    jwtFromRequest: (request) => bearerToken(request as ApiRequest),
    algorithms: [ACCESS_TOKEN_ALGORITHM],
    issuer: accessTokens.issuer,
    jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
    passReqToCallback: true,
    secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
      const header = token.length <= MAX_TOKEN_LENGTH ? decode(token, { complete: true })?.header : undefined;
      // We know of no critical extension, and what is critical must not be passed over (RFC 7515).
      const isOurs = header?.typ === ACCESS_TOKEN_TYPE && header.crit === undefined;
      const key = isOurs && header.kid ? accessTokens.verificationKey(header.kid) : null;
      // The types know of text only; jsonwebtoken takes the key object and is spared the parsing.
      if (key) done(null, key as unknown as string);
      else done(new Error('No key for this token'));
    },
  };
}
