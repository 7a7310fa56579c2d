import { masked } from './masking';

describe('masked', () => {
  it('hides what names a secret, however deep, and nothing else', () => {
    const body = {
      name: 'Lin',
      password: 'p',
      nested: [
        { client_secret: 's', webhookSecret: { key: 'k' }, secret_expires_at: '2026-11-27', token_type: 'Bearer' },
      ],
      recovery_codes: ['a', 'b'],
      token: null,
    };
    expect(masked(body)).toEqual({
      name: 'Lin',
      password: '***',
      nested: [{ client_secret: '***', webhookSecret: '***', secret_expires_at: '2026-11-27', token_type: 'Bearer' }],
      recovery_codes: '***',
      token: null,
    });
  });

  it.each([null, undefined, 7, 'text', []])('leaves %j as it is', (value) => expect(masked(value)).toEqual(value));
});
