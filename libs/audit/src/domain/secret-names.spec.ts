import { namesSecret } from './secret-names';

describe('The name of a field', () => {
  it.each([
    ...['password', 'new_password', 'current_password', 'password_hash', 'passwordHash', 'smtp.password'],
    ...['client_secret', 'secret', 'secret_previous', 'totp_secret', 'webhookSecret', 'SECRET_KEYS'],
    ...['token', 'refresh_token', 'access_token', 'captcha_token', 'token_hash', 'mfaToken', 'tokens'],
    ...[
      'otp',
      'otp_code',
      'totp',
      'otpauth_url',
      'recovery_codes',
      'backup_code',
      'recoveryCodes',
      'recovery_code_hashes',
    ],
    ...['private_key', 'api_key', 'apiKey', 'apikey', 'access_key', 'credentials', 'authorization', 'set-cookie'],
  ])('%s says secret', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    ...['name', 'code', 'email', 'status', 'key', 'device_key', 'lock_version', 'description', ''],
    ...['password_changed_at', 'token_type', 'secret_expires_at', 'otp_length', 'password_policy', 'token_ttl_seconds'],
    ...['secretary', 'passwordless', 'tokenizer', 'keyboard', 'country_codes', 'private_keynote'],
  ])('%s does not', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});
