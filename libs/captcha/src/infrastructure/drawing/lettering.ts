import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from 'canvas';
import type { CharacterSet } from '../../domain/captcha';

/** Beside the source, and in the build. */
const FONTS_DIRECTORY = join(__dirname, '../../../assets/fonts');

/** Names of our own, so that fonts installed on the machine do not interfere. */
const FONTS = { 'captcha-plain': 'noto-sans-sc-bold.ttf', 'captcha-playful': 'zcool-kuaile.ttf' } as const;

export type FontName = keyof typeof FONTS;

export const FONT_NAMES = Object.keys(FONTS) as FontName[];

const MEASURED_SIZE = 100;

/** The two fonts, and the characters that may be asked for. */
export class Lettering {
  private readonly characters: Readonly<Record<CharacterSet, readonly string[]>>;
  private readonly ruler = createCanvas(1, 1).getContext('2d');
  private readonly centres = new Map<string, { readonly x: number; readonly y: number }>();

  /** @throws Error if a font is missing or broken. */
  constructor() {
    for (const [name, file] of Object.entries(FONTS)) {
      if (GlobalFonts.has(name)) continue;
      if (!GlobalFonts.registerFromPath(join(FONTS_DIRECTORY, file), name)) throw new Error(`No font in ${file}`);
    }
    const text = readFileSync(join(FONTS_DIRECTORY, 'characters.json'), 'utf8');
    const { hanzi, latin } = JSON.parse(text) as Record<CharacterSet, string>;
    this.characters = { hanzi: [...hanzi], latin: [...latin] };
  }

  of(set: CharacterSet): readonly string[] {
    return this.characters[set];
  }

  /** Draws a character centred on the origin, by its visible part rather than its box. */
  write(context: SKRSContext2D, character: string, font: FontName, size: number, way: 'fill' | 'stroke'): void {
    const centre = this.centreOf(character, font);
    context.font = `${size}px ${font}`;
    const x = (-centre.x * size) / MEASURED_SIZE;
    const y = (-centre.y * size) / MEASURED_SIZE;
    if (way === 'fill') context.fillText(character, x, y);
    else context.strokeText(character, x, y);
  }

  private centreOf(character: string, font: FontName) {
    const key = character + font;
    const known = this.centres.get(key);
    if (known) return known;
    this.ruler.font = `${MEASURED_SIZE}px ${font}`;
    const box = this.ruler.measureText(character);
    const centre = {
      x: (box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2,
      y: (box.actualBoundingBoxDescent - box.actualBoundingBoxAscent) / 2,
    };
    this.centres.set(key, centre);
    return centre;
  }
}
