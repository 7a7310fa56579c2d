import { maskedBody } from './masking';

describe('maskedBody', () => {
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
    expect(maskedBody('/admin-api/v1/users', body)).toEqual({
      name: 'Lin',
      password: '***',
      nested: [{ client_secret: '***', webhookSecret: '***', secret_expires_at: '2026-11-27', token_type: 'Bearer' }],
      recovery_codes: '***',
      token: null,
    });
  });

  it.each([null, undefined, 7, 'text', []])('leaves %j as it is', (value) =>
    expect(maskedBody('/admin-api/v1/users', value)).toEqual(value),
  );

  it('hides the value of a setting, and of nothing else', () => {
    const body = { value: 'smtp password', lock_version: 1 };
    expect(maskedBody('/admin-api/v1/settings/{id}', body)).toEqual({ value: '***', lock_version: 1 });
    expect(maskedBody('/admin-api/v1/dictionaries/{id}', body)).toEqual(body);
  });

  it('hides the key of a push provider, and of nothing else', () => {
    const body = { enabled: true, config: { key: '-----BEGIN PRIVATE KEY-----', key_id: 'ABC123DEFG' } };
    const path = '/admin-api/v1/apps/{app_id}/push-providers/{provider}';
    expect(maskedBody(path, body)).toEqual({ enabled: true, config: { key: '***', key_id: 'ABC123DEFG' } });
    expect(maskedBody('/admin-api/v1/apps/{app_id}', body)).toEqual(body);
  });
});
