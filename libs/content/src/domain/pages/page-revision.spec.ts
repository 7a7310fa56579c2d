import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type LocalizedText, SUPPORTED_LOCALES } from '@libs/kernel';
import { PageRevision } from './page-revision';
import { anyText } from '../../../../../test/support/any-text';

/** What of a revision is hashed, as an answer tells it. */
interface HashedRevision {
  readonly key: string;
  readonly revision: number;
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly body_format: 'markdown' | 'html';
  readonly effective_at: string | null;
}

const revisionHash = ({ key, revision, body_format: bodyFormat, effective_at: at, ...texts }: HashedRevision) => {
  const content = { ...texts, bodyFormat, effectiveAt: at === null ? null : new Date(at) };
  return new PageRevision({ tenantId: 'tenant', id: 'page', key }, revision, content, null).revisionHash;
};

const REVISION: HashedRevision = {
  key: 'privacy-policy',
  revision: 1,
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们\n', 'en-US': '# "We" \u20ac\ud83d\ude00' },
  body_format: 'markdown',
  effective_at: '2026-12-01T00:00:00.000Z',
};

/** Canonical JSON written by hand. */
const CANONICAL =
  '{"body":{"en-US":"# \\"We\\" €😀","zh-CN":"# 我们\\n"},"body_format":"markdown",' +
  '"effective_at":"2026-12-01T00:00:00.000Z","key":"privacy-policy","revision":1,' +
  '"title":{"en-US":"Privacy policy","zh-CN":"隐私政策"}}';

const localizedText = fc.dictionary(fc.constantFrom(...SUPPORTED_LOCALES), anyText());
const revision = fc.record({
  key: fc.string(),
  revision: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  title: localizedText,
  body: localizedText,
  body_format: fc.constantFrom('markdown' as const, 'html' as const),
  effective_at: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
});

describe('revision_hash', () => {
  it('is SHA-256, in hex, of the canonical JSON (RFC 8785)', () => {
    expect(revisionHash(REVISION)).toBe(createHash('sha256').update(CANONICAL, 'utf8').digest('hex'));
    expect(revisionHash(REVISION)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not depend on the order of keys, and survives a round trip through JSON', () => {
    fc.assert(
      fc.property(revision, (given) => {
        const copy = JSON.parse(JSON.stringify(given)) as HashedRevision;
        const reversed = Object.fromEntries(Object.entries(copy).reverse()) as unknown as HashedRevision;
        expect(revisionHash(reversed)).toBe(revisionHash(given));
      }),
    );
  });

  it('does not depend on other fields of an answer', () => {
    const answered = { ...REVISION, published_at: '2026-11-01T00:00:00.000Z', published_by: null };
    expect(revisionHash(answered)).toBe(revisionHash(REVISION));
  });

  it.each([
    ['key', { key: 'terms-of-service' }],
    ['revision', { revision: 2 }],
    ['title', { title: { ...REVISION.title, 'en-US': 'Privacy Policy' } }],
    ['body', { body: { 'zh-CN': '# 我们\n' } }],
    ['body_format', { body_format: 'html' as const }],
    ['effective_at', { effective_at: null }],
  ])('is another when %s is another', (_, change) => {
    expect(revisionHash({ ...REVISION, ...change })).not.toBe(revisionHash(REVISION));
  });
});
