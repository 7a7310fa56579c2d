import { createHash, randomBytes } from 'node:crypto';
import { startTestApi, type TestApi } from '../../support/api';
import { signInAdmin } from '../../admin/support/admin';
import { aMember, signIn, type TokenPair } from '../support/journey';
import { sessionsOf } from '../support/sessions';

describe('a refresh token', () => {
  let api: TestApi;
  let sessions: ReturnType<typeof sessionsOf>;
  let pair: TokenPair;
  let token: string;
  let secret: string;

  beforeAll(async () => {
    api = await startTestApi();
    sessions = sessionsOf(api);
    pair = await signIn(api, await aMember(api));
    token = pair.refresh_token;
    secret = token.slice('akr_'.length);
  });
  // None of the forgeries consumed it, nor ended its session.
  afterAll(async () => {
    await sessions.refreshed(token);
    await api.close();
  });

  const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest();

  const FORGERIES: readonly [string, () => string | Promise<string>][] = [
    ['invented', () => `akr_${randomBytes(32).toString('base64url')}`],
    ['of zeros', () => `akr_${Buffer.alloc(32).toString('base64url')}`],
    ['without its prefix', () => secret],
    ['with its prefix alone', () => 'akr_'],
    ['with its prefix twice', () => `akr_${token}`],
    ['with its prefix in capitals', () => `AKR_${secret}`],
    ['with another prefix', () => `aks_${secret}`],
    ['with a hyphen for the underscore', () => `akr-${secret}`],
    ['without its first letter', () => token.slice(1)],
    ['without its last letter', () => token.slice(0, -1)],
    ['cut in half', () => token.slice(0, 24)],
    ['with a letter more', () => `${token}A`],
    ['with another last letter, that encodes the same bytes', () => token.slice(0, -1) + alike(token.at(-1) ?? '')],
    ['with another first letter', () => `akr_${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`],
    ['in capitals', () => token.toUpperCase()],
    ['in small letters', () => token.toLowerCase()],
    ['backwards', () => [...token].reverse().join('')],
    ['twice', () => token + token],
    ['twice, with a comma', () => `${token},${token}`],
    ['with a blank before it', () => ` ${token}`],
    ['with a blank after it', () => `${token} `],
    ['with a line break after it', () => `${token}\n`],
    ['with a blank inside', () => `${token.slice(0, 9)} ${token.slice(9)}`],
    ['with NUL after it', () => `${token}\u0000`],
    ['with NUL and more after it', () => `${token}\u0000x`],
    ['with a zero-width blank', () => `${token}\u200b`],
    ['with a byte order mark', () => `\ufeff${token}`],
    ['with a lone surrogate', () => `${token}\ud800`],
    [
      'in full-width letters',
      () => token.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
    ['with padding', () => `${token}=`],
    ['in base64 of base64', () => Buffer.from(token).toString('base64')],
    ['in standard base64', () => `akr_${Buffer.from(secret, 'base64url').toString('base64')}`],
    ['in hexadecimal', () => `akr_${Buffer.from(secret, 'base64url').toString('hex')}`],
    ['percent-encoded', () => token.replace('_', '%5F')],
    ['in quotes', () => `"${token}"`],
    ['behind a scheme', () => `Bearer ${token}`],
    ['as its SHA-256', () => hash('sha256', token).toString('hex')],
    ['as its SHA-256 in the form of a token', () => `akr_${hash('sha256', token).toString('base64url')}`],
    ['as its SHA-512', () => hash('sha512', token).toString('base64url')],
    ['that is the access token', () => pair.access_token],
    ['that is the session', () => pair.session_id],
    ['that is an administrator’s', async () => (await signInAdmin(api)).refresh_token],
    ['that is SQL', () => `' OR 1=1 --`],
    ['with SQL after it', () => `${token}' OR '1'='1`],
    ['with a pattern', () => 'akr_%'],
    ['that is JSON', () => JSON.stringify({ refresh_token: token })],
    ['that is a path', () => '../../../../etc/passwd'],
    ['that is null in letters', () => 'null'],
    ['that is empty', () => ''],
    ['of 15 KB', () => `akr_${'A'.repeat(15_000)}`],
  ];

  it.each(FORGERIES)('%s is 401 IAM.TOKEN.INVALID', async (_, forge) => {
    await sessions.expectInvalid(await forge());
    await sessions.expectAlive(pair);
  });
});

/** A last letter whose bits beyond the 256th differ: decoders take it for the same. */
function alike(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return alphabet[alphabet.indexOf(letter) ^ 1] ?? '';
}
