import { decode } from 'jsonwebtoken';
import type { StrategyOptionsWithRequest } from 'passport-jwt';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, type AccessTokens } from '@libs/iam';
import { isUuid } from '@libs/kernel';
import type { ApiRequest } from '../http/request/request';
import { bearerToken } from './bearer-token';

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 30;
const MAX_TOKEN_LENGTH = 2_048;

/** All that stands in the header of a token of ours. Whatever else a header says, of keys or of its form, is forged. */
const HEADER_FIELDS: readonly string[] = ['alg', 'typ', 'kid'];

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
      const isOurs =
        header?.typ === ACCESS_TOKEN_TYPE && Object.keys(header).every((field) => HEADER_FIELDS.includes(field));
      const key = isOurs && header.kid ? accessTokens.verificationKey(header.kid) : null;
      // The types know of text only; jsonwebtoken takes the key object and is spared the parsing.
      if (key) done(null, key as unknown as string);
      else done(new Error('No key for this token'));
    },
  };
}

/** Whether a token has what ours have beside what its surface asks for: an end, a beginning in the past, and a name. */
export function isWellFormed({ exp, iat, jti }: Readonly<Record<string, unknown>>): boolean {
  const now = Math.floor(Date.now() / 1_000);
  return typeof exp === 'number' && typeof iat === 'number' && iat <= now + CLOCK_SKEW_SECONDS && isUuid(jti);
}
