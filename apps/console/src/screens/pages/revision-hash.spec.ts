import { createHash } from 'node:crypto';
import { revisionHash } from './revision-hash';

describe('The hash of a revision', () => {
  it('is that of its canonical JSON, in whatever order its members came', async () => {
    const revision = {
      published_at: '2026-11-20T08:30:00.000Z',
      effective_at: null,
      title: { 'zh-CN': '关于"我们"', 'en-US': 'About us' },
      revision: 3,
      key: 'about-us',
      body_format: 'markdown' as const,
      body: { 'en-US': '# Shop\n\u0001', 'zh-CN': '😀' },
    };
    const json = [
      String.raw`{"body":{"en-US":"# Shop\n\u0001","zh-CN":"😀"},"body_format":"markdown","effective_at":null,`,
      String.raw`"key":"about-us","revision":3,"title":{"en-US":"About us","zh-CN":"关于\"我们\""}}`,
    ].join('');
    expect(await revisionHash(revision)).toBe(createHash('sha256').update(json).digest('hex'));
  });
});
