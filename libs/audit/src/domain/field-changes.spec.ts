import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import type { FieldChange } from './field-changes';
import { MASK } from './recorded-json';
import { changesBetween } from '../../../../test/support/audit';
import { anyText } from '../../../../test/support/any-text';
import { rounds } from '../../../../test/support/rounds';

const text = anyText().map((any) => any.replaceAll('\0', ''));
const localizedText = fc.dictionary(fc.constantFrom(...SUPPORTED_LOCALES), text, { minKeys: 1 });
const fieldName = fc.stringMatching(/^[a-f]{1,2}$/);
const leaf = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const { resource } = fc.letrec<{ resource: Record<string, unknown> }>((tie) => ({
  resource: fc.dictionary(
    fieldName,
    fc.oneof<fc.Arbitrary<unknown>[]>(
      { maxDepth: 3 },
      leaf,
      fc.constant(null),
      localizedText,
      fc.array(leaf, { maxLength: 3 }),
      tie('resource'),
    ),
    { maxKeys: 5 },
  ),
}));

describe('What changed', () => {
  it('is listed by dotted paths, differences only', () => {
    const before = { name: 'Old', status: 'active', support: { email: 'a@example.com', url: null, phone: '1' } };
    const after = { name: 'New', status: 'active', support: { email: 'b@example.com', url: null, phone: null } };
    expect(changesBetween(before, after)).toEqual([
      { path: 'name', before: 'Old', after: 'New' },
      { path: 'support.email', before: 'a@example.com', after: 'b@example.com' },
      { path: 'support.phone', before: '1', after: null },
    ]);
  });

  it('is every field with a value, for a created or deleted resource', () => {
    const app = { name: 'App', description: null, captcha: { type: 'click', scenes: {} }, onboarding: {} };
    const fields = [
      ['name', 'App'],
      ['captcha.type', 'click'],
      ['captcha.scenes', {}],
      ['onboarding', {}],
    ] as const;
    expect(changesBetween(null, app)).toEqual(fields.map(([path, after]) => ({ path, before: null, after })));
    expect(changesBetween(app, null)).toEqual(fields.map(([path, before]) => ({ path, before, after: null })));
    expect(changesBetween(null, null)).toEqual([]);
  });

  it('shows lists and localized texts as a whole', () => {
    const before = { title: { 'zh-CN': '旧', 'en-US': 'Old' }, locales: ['zh-CN'], target: { 'en-US': 'x', other: 1 } };
    const after = {
      title: { 'zh-CN': '新', 'en-US': 'Old' },
      locales: ['zh-CN', 'en-US'],
      target: { 'en-US': 'y', other: 1 },
    };
    expect(changesBetween(before, after)).toEqual([
      { path: 'title', before: before.title, after: after.title },
      { path: 'locales', before: before.locales, after: after.locales },
      { path: 'target.en-US', before: 'x', after: 'y' },
    ]);
    expect(changesBetween({ title: null }, { title: { 'ja-JP': '新' } })).toEqual([
      { path: 'title', before: null, after: { 'ja-JP': '新' } },
    ]);
  });

  it('shows a field that changes its type as a whole', () => {
    expect(changesBetween({ value: { deep: 1 } }, { value: [1] })).toEqual([
      { path: 'value', before: { deep: 1 }, after: [1] },
    ]);
    expect(changesBetween({ value: { deep: 1 } }, { value: { 'en-US': 'text' } })).toEqual([
      { path: 'value', before: { deep: 1 }, after: { 'en-US': 'text' } },
    ]);
  });

  it('masks secrets by their names, at any depth', () => {
    const before = { password: 'one', smtp: { host: 'a', password: 'x' }, targets: [{ url: 'u', auth_token: 't' }] };
    const after = { password: 'two', smtp: { host: 'b', password: 'y' }, targets: [{ url: 'v', auth_token: 7 }] };
    expect(changesBetween(before, after)).toEqual([
      { path: 'password', before: MASK, after: MASK },
      { path: 'smtp.host', before: 'a', after: 'b' },
      { path: 'smtp.password', before: MASK, after: MASK },
      { path: 'targets', before: [{ url: 'u', auth_token: MASK }], after: [{ url: 'v', auth_token: MASK }] },
    ]);
    expect(changesBetween({ secret: null, has_password: false }, { secret: { key: 'k' }, has_password: true })).toEqual(
      [
        { path: 'secret', before: null, after: MASK },
        { path: 'has_password', before: false, after: true },
      ],
    );
  });

  it('gives the digest of a value that is longer than 4 KiB', () => {
    const [fits, long] = ['x'.repeat(4_094), '界'.repeat(1_365)];
    const digest = { sha256: createHash('sha256').update(JSON.stringify(long)).digest('hex'), length: 4_097 };
    expect(changesBetween({ body: fits }, { body: long })).toEqual([{ path: 'body', before: fits, after: digest }]);
    const [change] = changesBetween(null, { list: Array.from({ length: 2_000 }, (_, index) => index) });
    expect(change?.after).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), length: expect.any(Number) });
  });

  it('keeps nothing that PostgreSQL cannot store, and limits the length of paths', () => {
    const [change] = changesBetween(null, { ['k\0'.repeat(200)]: { '\ud800': 'a\0\udfff' } });
    expect(change).toEqual({ path: 'k\ufffd'.repeat(150), before: null, after: 'a\ufffd\ufffd' });
  });

  it('accepts fields of any name', () => {
    const before = JSON.parse('{"__proto__":{"polluted":1},"constructor":"a"}') as object;
    expect(changesBetween(before, { toString: 'b' })).toEqual([
      { path: '__proto__.polluted', before: 1, after: null },
      { path: 'constructor', before: 'a', after: null },
      { path: 'toString', before: null, after: 'b' },
    ]);
  });

  it('formats dates as on the wire', () => {
    const at = new Date('2026-02-03T04:05:06.007Z');
    expect(changesBetween({ at }, { at: '2026-02-03T04:05:06.007Z' })).toEqual([]);
    expect(changesBetween({ at: undefined }, { at })).toEqual([{ path: 'at', before: null, after: at.toISOString() }]);
  });

  it('is nothing between a resource and its copy, in whatever order its fields come', () => {
    fc.assert(
      fc.property(resource, (given) => {
        expect(changesBetween(given, given)).toEqual([]);
        expect(changesBetween(given, reversed(given))).toEqual([]);
      }),
    );
  });

  it('leads from the old state to the new one', () => {
    fc.assert(
      fc.property(resource, resource, (before, after) => {
        const changed = apply(plain(before), changesBetween(before, after));
        expect(leaves(changed)).toEqual(leaves(plain(after)));
      }),
      { numRuns: rounds(500) },
    );
  });

  it('is the mirror image of the reverse change', () => {
    const sorted = (changes: FieldChange[]) => changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    fc.assert(
      fc.property(resource, resource, (before, after) => {
        const back = changesBetween(after, before).map(({ path, ...change }) => ({
          path,
          before: change.after,
          after: change.before,
        }));
        expect(sorted(back)).toEqual(sorted(changesBetween(before, after)));
      }),
    );
  });

  it('never shows a secret', () => {
    const secretName = fc.constantFrom(
      'password',
      'client_secret',
      'refresh_token',
      'recovery_codes',
      'otp',
      'passwordHash',
    );
    const secret = fc.stringMatching(/^SECRET-[a-z]{4}$/);
    const hidden = fc.oneof(
      secret,
      fc.array(secret),
      fc.record({ inner: secret }),
      fc.array(fc.record({ inner: secret })),
    );
    const withSecrets = fc
      .tuple(resource, fc.dictionary(secretName, hidden))
      .chain(([open, secrets]) =>
        fc.constantFrom<object>(
          { ...open, ...secrets },
          { nested: { ...open, ...secrets } },
          { list: [{ deep: secrets }] },
        ),
      );
    fc.assert(
      fc.property(withSecrets, withSecrets, (before, after) => {
        expect(JSON.stringify(changesBetween(before, after))).not.toContain('SECRET-');
      }),
      { numRuns: rounds(500) },
    );
  });
});

function plain(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

function reversed(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]: [string, unknown]) => [key, isObject(inner) ? reversed(inner) : inner]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies the changes to a resource. */
function apply(resource: Record<string, unknown>, changes: readonly FieldChange[]): Record<string, unknown> {
  for (const { path, before, after } of changes) {
    const keys = path.split('.');
    let place = resource;
    for (const key of keys.slice(0, -1)) {
      if (!isObject(place[key])) place[key] = {};
      place = place[key] as Record<string, unknown>;
    }
    const key = keys.at(-1)!;
    const present = place[key] ?? null;
    if (!isDeepStrictEqual(present, before)) throw new Error(`${path} was not ${JSON.stringify(before)}`);
    place[key] = after;
  }
  return resource;
}

/** Every value with its path; null, and objects without values, are left out. */
function leaves(value: unknown, path = ''): string[] {
  if (value === null) return [];
  if (!isObject(value)) return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value)
    .flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
    .sort();
}
