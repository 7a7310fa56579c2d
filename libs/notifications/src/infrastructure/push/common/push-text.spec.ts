import { cutText, fittedText } from './push-text';

describe('Texts of pushes', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly 10', 10, 'exactly 10'],
    ['eleven long', 10, 'eleven lo…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12, '👩‍👩‍👧‍👦…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 11, '…'],
    ['e\u0301e\u0301e\u0301', 5, 'e\u0301e\u0301…'],
    ['🇩🇪🇫🇷🇯🇵', 9, '🇩🇪🇫🇷…'],
    ['🇩🇪🇫🇷🇯🇵', 8, '🇩🇪…'],
    ['标题很长很长', 4, '标题很…'],
    [`x${'\u0301'.repeat(1_000)}y`, 50, '…'],
    ['word word', 6, 'word…'],
  ])('%j within %i units are %j', (text, max, cut) => expect(cutText(text, max)).toBe(cut));

  const bytes = (limit: number) => (text: object) => Buffer.byteLength(JSON.stringify(text)) <= limit;
  const action = 'a'.repeat(20);

  it('lose of the body what does not fit, then the action and of the title', () => {
    const text = { title: '标题', body: '"'.repeat(200), action };
    expect(fittedText(text, 4_096, bytes(4_096))).toEqual(text);
    expect(fittedText(text, 200, bytes(200))).toEqual({ title: '标题', body: expect.stringMatching(/^"+…$/), action });
    const long = { ...text, title: '题'.repeat(100) };
    const cut = fittedText(long, 120, bytes(120));
    expect(cut).toEqual({ title: expect.stringMatching(/^题+…$/), body: '', action: '' });
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeGreaterThan(110);
    expect(fittedText(long, 10, bytes(10))).toBeNull();
  });
});
