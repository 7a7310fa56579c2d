import { constants, sign, type SignKeyObjectInput } from 'node:crypto';
import { promisify } from 'node:util';
import { privateKeyOf } from '../../../domain/push/private-keys';

type Algorithm = 'ES256' | 'PS256' | 'RS256';

/** RFC 7518, 3.3 to 3.5. */
const PARAMETERS: Readonly<Record<Algorithm, Omit<SignKeyObjectInput, 'key'>>> = {
  ES256: { dsaEncoding: 'ieee-p1363' },
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  RS256: { padding: constants.RSA_PKCS1_PADDING },
};

const signOffTheLoop = promisify<string, Buffer, SignKeyObjectInput, Buffer>(sign);

/**
 * A JWT (RFC 7519) signed with a key that an administrator entered, in the threads of libuv: with the largest key a
 * signature takes ten milliseconds. The key is looked at each time, as it may have been stored under other rules.
 *
 * @param keyid empty for none.
 * @throws PrivateKeyRefusedError
 */
export async function signedJwt(alg: Algorithm, pem: string, claims: object, keyid: string): Promise<string> {
  const key = privateKeyOf(alg === 'ES256' ? 'p256' : 'rsa', pem);
  const header = { alg, typ: 'JWT', ...(keyid === '' ? {} : { kid: keyid }) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = await signOffTheLoop('sha256', Buffer.from(signed), { key, ...PARAMETERS[alg] });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
