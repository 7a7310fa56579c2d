import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { pemOfKey } from '../../../../../../test/support/push/hostile-keys';
import { signedJwt } from './signed-jwt';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CLAIMS = { iss: 'ä', iat: 1_700_000_000 };
const TURNS = 1_000;

describe('Tokens signed with keys of administrators', () => {
  it.each<['ES256' | 'PS256' | 'RS256', { readonly privateKey: KeyObject; readonly publicKey: KeyObject }]>([
    ['RS256', RSA],
    ['PS256', RSA],
    ['ES256', EC],
  ])('are what others verify: %s', async (algorithm, { privateKey, publicKey }) => {
    const token = await signedJwt(algorithm, pemOfKey(privateKey), CLAIMS, 'k1');
    const { header, payload } = jwt.verify(token, publicKey, { algorithms: [algorithm], complete: true });
    expect([header, payload]).toEqual([{ alg: algorithm, typ: 'JWT', kid: 'k1' }, CLAIMS]);
  });

  it.each(['RS256', 'ES256'] as const)('are signed while the process goes on: %s', async (algorithm) => {
    let isSigned = false;
    const pem = pemOfKey((algorithm === 'ES256' ? EC : RSA).privateKey);
    const signing = signedJwt(algorithm, pem, CLAIMS, '').then(() => (isSigned = true));
    // What this thread did itself would be done by now: what another has done is told in the next round of the loop.
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
    expect(isSigned).toBe(false);
    await signing;
  });
});
