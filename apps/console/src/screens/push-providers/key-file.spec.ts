import { readKeyFile } from './key-file';

const PEM = '-----BEGIN PRIVATE KEY-----\nMIGTAgEA\n-----END PRIVATE KEY-----';

describe('A key file', () => {
  it('of a service account tells its project and address too', () => {
    const account = { type: 'service_account', project_id: 'shop', client_email: 'push@shop', private_key_id: 'a1' };
    expect(
      readKeyFile('shop.json', JSON.stringify({ ...account, private_key: `${PEM}\n`, token_uri: 'https://x' })),
    ).toEqual({ settings: { project_id: 'shop', client_email: 'push@shop', key_id: 'a1' }, key: PEM });
  });

  it('of Apple has the id of the key in its name', () => {
    expect(readKeyFile('AuthKey_ABC123DEFG.p8', `${PEM}\n`)).toEqual({ settings: { key_id: 'ABC123DEFG' }, key: PEM });
    expect(readKeyFile('mine.p8', PEM)).toEqual({ settings: {}, key: PEM });
  });

  it.each(['', 'no key', '{}', '[]', 'null', '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----'])(
    'is not %j',
    (text) => expect(readKeyFile('x', text)).toBeNull(),
  );
});
