import { createCanvas } from 'canvas';
import { FONT_NAMES, Lettering } from './lettering';

describe('The fonts', () => {
  const lettering = new Lettering();
  const context = createCanvas(48, 48).getContext('2d');
  const pictureOf = (character: string, font: (typeof FONT_NAMES)[number]) => {
    context.reset();
    context.translate(24, 24);
    lettering.write(context, character, font, 40, 'fill');
    return Buffer.from(context.getImageData(0, 0, 48, 48).data);
  };
  const all = [...lettering.of('hanzi'), ...lettering.of('latin')];

  it('have some hundred hanzi, and no letter or digit that is mistaken for another', () => {
    expect(new Set(lettering.of('hanzi')).size).toBeGreaterThanOrEqual(300);
    expect(lettering.of('latin').join('')).not.toMatch(/[0OQ1IL5SZ2B9G]{2}|[^A-Z2-8]/);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(FONT_NAMES)('%s has every character that may be asked for, each with a different picture', (font) => {
    const pictures = all.map((character) => pictureOf(character, font).toString('base64'));
    expect(new Set(pictures).size).toBe(all.length);
    // A missing glyph is drawn as one and the same box, or not at all.
    expect(pictures).not.toContain(pictureOf('\u{1f6ab}', font).toString('base64'));
    expect(pictures).not.toContain(Buffer.alloc(48 * 48 * 4).toString('base64'));
  });

  it('differ from each other', () => {
    const [one = 'captcha-plain', other = 'captcha-playful'] = FONT_NAMES;
    expect(all.filter((character) => pictureOf(character, one).equals(pictureOf(character, other)))).toEqual([]);
  });

  it('centre the visible part of a character on the origin', () => {
    for (const character of ['山', '小', 'L', '7']) {
      const data = pictureOf(character, 'captcha-plain');
      const [columns, rows] = [new Set<number>(), new Set<number>()];
      for (let i = 0; i < 48 * 48; i++) {
        if ((data[4 * i + 3] ?? 0) < 128) continue;
        columns.add(i % 48);
        rows.add(Math.floor(i / 48));
      }
      const middle = (values: ReadonlySet<number>) => (Math.min(...values) + Math.max(...values) + 1) / 2;
      expect(Math.abs(middle(columns) - 24)).toBeLessThanOrEqual(1.5);
      expect(Math.abs(middle(rows) - 24)).toBeLessThanOrEqual(1.5);
    }
  });
});
