import fc from 'fast-check';
import { draftKey, fits, isDraft, isSecret, restored, withoutSecrets } from './drafts';

describe('withoutSecrets', () => {
  it.each([
    'password',
    'new_password',
    'newPassword',
    'client_secret',
    'X-Step-Up-Token',
    'otp',
    'private_key',
    'recovery_codes',
  ])('keeps no %s, however deep it lies', (name) => {
    expect(isSecret(name)).toBe(true);
    expect(withoutSecrets({ list: [{ [name]: 'x', label: 'y' }] })).toEqual({ list: [{ label: 'y' }] });
  });

  it.each(['name', 'tokenizer', 'secretary', 'keywords', 'body', 'passport'])('keeps %s', (name) => {
    expect(withoutSecrets({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('changes nothing else', () => {
    const harmless = fc
      .jsonValue()
      .filter((value) => !/pass|secret|token|otp|key|recovery|credential/i.test(JSON.stringify(value)));
    fc.assert(fc.property(harmless, (value) => expect(withoutSecrets(value)).toEqual(value)));
  });
});

describe('draftKey', () => {
  it('differs by administrator, tenant, operation and record', () => {
    const parts = fc.string({ maxLength: 5 });
    const key = (path: Record<string, string>): string => draftKey('u', 't', 'updateAdminApp', path);
    fc.assert(
      fc.property(parts, parts, parts, parts, (a, b, c, d) => {
        expect(key({ x: a, y: b }) === key({ y: d, x: c })).toBe(a === c && b === d);
      }),
    );
  });
});

describe('restored', () => {
  it('takes what was typed and leaves what was not kept as the record has it', () => {
    expect(restored({ name: 'old', password: 'p', rank: 1 }, { name: 'new', gone: 1 } as never)).toEqual({
      name: 'new',
      password: 'p',
      rank: 1,
    });
  });
});

describe('isDraft', () => {
  it('refuses what another version of the page may have left', () => {
    expect(isDraft({ base: {}, values: {}, lock_version: 1 })).toBe(true);
    for (const value of [null, 'x', [], {}, { base: {}, values: [] }, { base: null, values: {} }]) {
      expect(isDraft(value)).toBe(false);
    }
  });
});

describe('fits', () => {
  it('refuses what would fill the storage of the tab', () => {
    expect(fits({ body: 'x'.repeat(1_000) })).toBe(true);
    expect(fits({ body: 'x'.repeat(1_000_001) })).toBe(false);
  });
});
