import { clickAnswer, type Point } from '../../domain/answer';
import type { CaptchaLevel, CharacterSet } from '../../domain/captcha';
import type { CaptchaPicture, RenderedChallenge } from '../../domain/challenge-renderer';
import type { Random } from '../../domain/random';
import { FONT_NAMES, type FontName, type Lettering } from './lettering';
import { anyPalette, paintScene, type SceneStyle } from './scene';
import { type Colours, editPixels, type Sheet, type Studio } from './studio';
import { bend, warp } from './warp';

const WIDTH = 300;
const HEIGHT = 220;
const PROMPT_WIDTH = 150;
const PROMPT_HEIGHT = 40;
const TRIES = 40;
const SCRIBBLE_SIDE = 24;
/** Room for the largest glyph, with its rim and its bend. */
const CELL = 54;

const SCENE: SceneStyle = { clouds: [10, 14], ribbons: [5, 8], rings: [3, 6] };
const PROMPT_SCENE: SceneStyle = { clouds: [2, 3], ribbons: [0, 0], rings: [0, 0] };

type Range = readonly [number, number];

interface ClickStyle {
  readonly size: Range;
  /** Degrees to either side. */
  readonly turn: number;
  /** By how much a glyph may be widened, narrowed and slanted. */
  readonly stretch: number;
  /** Pixels by which glyphs are bent. */
  readonly wave: number;
  /** Pixels by which the prompt is bent. */
  readonly bend: number;
  /** Marks among the glyphs that are not characters. */
  readonly scribbles: number;
  /** Thin lines over the glyphs. */
  readonly lines: Range;
  readonly grain: number;
}

const STYLES: Readonly<Record<CaptchaLevel, ClickStyle>> = {
  easy: { size: [34, 38], turn: 20, stretch: 0.14, wave: 1.5, bend: 1.5, scribbles: 0, lines: [0, 1], grain: 0.05 },
  standard: { size: [30, 36], turn: 36, stretch: 0.26, wave: 3, bend: 2.2, scribbles: 2, lines: [2, 4], grain: 0.07 },
  hard: { size: [28, 34], turn: 45, stretch: 0.3, wave: 3.6, bend: 2.6, scribbles: 2, lines: [3, 5], grain: 0.09 },
};

interface Counts {
  readonly shown: Range;
  readonly asked: Range;
}

/**
 * Letters have fewer strokes than hanzi, and there are fewer of them: more are needed to keep a program from guessing.
 */
const COUNTS: Readonly<Record<CharacterSet, Readonly<Record<CaptchaLevel, Counts>>>> = {
  hanzi: {
    easy: { shown: [5, 6], asked: [3, 3] },
    standard: { shown: [7, 7], asked: [3, 4] },
    hard: { shown: [8, 8], asked: [4, 4] },
  },
  latin: {
    easy: { shown: [6, 6], asked: [3, 4] },
    standard: { shown: [8, 8], asked: [4, 4] },
    hard: { shown: [9, 9], asked: [4, 4] },
  },
};

interface Glyph extends Point {
  readonly character: string;
  readonly font: FontName;
  readonly size: number;
}

/** Characters all over a picture. The prompt asks for some of them in its order, in the other font. */
export function drawClick(
  studio: Studio,
  lettering: Lettering,
  level: CaptchaLevel,
  characters: CharacterSet,
): RenderedChallenge {
  const { random } = studio;
  const style = STYLES[level];
  const counts = COUNTS[characters][level];
  const main = studio.sheet('main', WIDTH, HEIGHT);
  paintScene(main, SCENE, anyPalette(0.55, random), random);
  const colours = studio.coloursOf(main);
  const shown = random.sample(lettering.of(characters), random.integer(...counts.shown));
  const glyphs = shown.reduce<Glyph[]>((placed, character) => {
    const size = random.integer(...style.size);
    return [...placed, { character, font: random.pick(FONT_NAMES), size, ...placeAmong(placed, size, random) }];
  }, []);
  drawGlyphs(main, studio, lettering, glyphs, style, colours);
  const taken: Point[] = [...glyphs];
  for (let count = style.scribbles; count > 0; count--) {
    const place = placeAmong(taken, SCRIBBLE_SIDE, random);
    taken.push(place);
    drawScribble(main, place, colours, random);
  }
  for (let count = random.integer(...style.lines); count > 0; count--) drawLine(main, [1, 2], random);
  studio.strewGrain(main, style.grain);

  const asked = random.sample(glyphs, random.integer(...counts.asked));
  return {
    puzzle: {
      type: 'click',
      main: studio.jpegOf(main),
      prompt: drawPrompt(studio, lettering, asked, style),
      requiredPoints: asked.length,
    },
    answer: clickAnswer(asked),
  };
}

/** Among some candidates, the one farthest from what is already placed. */
function placeAmong(placed: readonly Point[], size: number, random: Random): Point {
  const margin = Math.ceil(size * 0.75);
  let best = { x: 0, y: 0 };
  let bestDistance = -1;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const place = { x: random.integer(margin, WIDTH - margin), y: random.integer(margin, HEIGHT - margin) };
    const distance = Math.min(...placed.map(({ x, y }) => Math.hypot(place.x - x, place.y - y)), WIDTH);
    if (distance > bestDistance) [best, bestDistance] = [place, distance];
    if (distance > 2.2 * size) break;
  }
  return best;
}

/** All glyphs are drawn into cells of one sheet, bent there, then copied to their places. */
function drawGlyphs(
  { context }: Sheet,
  studio: Studio,
  lettering: Lettering,
  glyphs: readonly Glyph[],
  { turn, stretch, wave }: ClickStyle,
  colours: Colours,
): void {
  const { random } = studio;
  const cells = studio.sheet('glyphs', glyphs.length * CELL, CELL);
  glyphs.forEach((glyph, index) => {
    const ink = anyInk(glyph, glyph.size, colours, random);
    writeGlyph(cells, lettering, glyph, (index + 0.5) * CELL, ink);
  });
  editPixels(cells, (pixels) => glyphs.forEach((_, index) => bend(pixels, index * CELL, CELL, wave, random)));
  glyphs.forEach(({ x, y }, index) => {
    context.save();
    context.translate(x, y);
    context.rotate((random.between(-turn, turn) * Math.PI) / 180);
    const widen = 1 + random.between(-stretch, stretch);
    const slant = random.between(-stretch, stretch);
    context.transform(widen, random.between(-stretch, stretch) / 2, slant, 1 / widen, 0, 0);
    context.drawImage(cells.canvas, index * CELL, 0, CELL, CELL, -CELL / 2, -CELL / 2, CELL, CELL);
    context.restore();
  });
}

function writeGlyph(
  { context }: Sheet,
  lettering: Lettering,
  { character, font, size }: Glyph,
  x: number,
  { ink, rim }: Ink,
): void {
  context.save();
  context.translate(x, CELL / 2);
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = rim;
  lettering.write(context, character, font, size, 'stroke');
  context.fillStyle = ink;
  lettering.write(context, character, font, size, 'fill');
  context.restore();
}

interface Ink {
  readonly ink: string;
  readonly rim: string;
}

/** Light with a dark rim on a dark ground, otherwise the reverse. */
function anyInk({ x, y }: Point, side: number, colours: Colours, random: Random): Ink {
  const [r, g, b] = colours.within(x - side / 2, y - side / 2, side);
  const hue = random.integer(0, 359);
  return 0.299 * r + 0.587 * g + 0.114 * b < 125
    ? { ink: `hsl(${hue}, 75%, ${random.integer(80, 92)}%)`, rim: `hsla(${hue}, 60%, 12%, 0.75)` }
    : { ink: `hsl(${hue}, 75%, ${random.integer(14, 26)}%)`, rim: `hsla(${hue}, 60%, 96%, 0.75)` };
}

function drawScribble({ context }: Sheet, at: Point, colours: Colours, random: Random): void {
  const { ink, rim } = anyInk(at, SCRIBBLE_SIDE, colours, random);
  const half = SCRIBBLE_SIDE / 2;
  const place = () => [at.x + random.between(-half, half), at.y + random.between(-half, half)] as const;
  context.beginPath();
  for (let stroke = 0; stroke < 3; stroke++) {
    context.moveTo(...place());
    context.quadraticCurveTo(...place(), ...place());
  }
  context.lineCap = 'round';
  context.lineWidth = 6;
  context.strokeStyle = rim;
  context.stroke();
  context.lineWidth = 3;
  context.strokeStyle = ink;
  context.stroke();
}

function drawLine({ context, canvas }: Sheet, [thin, thick]: Range, random: Random): void {
  const place = () => [random.between(0, canvas.width), random.between(0, canvas.height)] as const;
  context.beginPath();
  context.moveTo(...place());
  context.bezierCurveTo(...place(), ...place(), ...place());
  context.lineWidth = random.between(thin, thick);
  context.strokeStyle = `hsla(${random.integer(0, 359)}, 70%, ${random.integer(15, 85)}%, 0.8)`;
  context.stroke();
}

function drawPrompt(studio: Studio, lettering: Lettering, asked: readonly Glyph[], style: ClickStyle): CaptchaPicture {
  const { random } = studio;
  const prompt = studio.sheet('prompt', PROMPT_WIDTH, PROMPT_HEIGHT);
  const { context } = prompt;
  paintScene(prompt, PROMPT_SCENE, anyPalette(0.2, random), random);
  context.fillStyle = 'rgba(255, 255, 255, 0.78)';
  context.fillRect(0, 0, PROMPT_WIDTH, PROMPT_HEIGHT);
  const room = (PROMPT_WIDTH - 8) / asked.length;
  asked.forEach(({ character, font }, index) => {
    context.save();
    context.translate(4 + room * (index + 0.5) + random.between(-2, 2), PROMPT_HEIGHT / 2 + random.between(-2, 2));
    context.rotate((random.between(-12, 12) * Math.PI) / 180);
    context.fillStyle = `hsl(${random.integer(0, 359)}, 60%, ${random.integer(16, 30)}%)`;
    lettering.write(context, character, otherThan(font, random), random.integer(25, 28), 'fill');
    context.restore();
  });
  drawLine(prompt, [0.7, 1.2], random);
  editPixels(prompt, (pixels) => warp(pixels, style.bend, random));
  return studio.pngOf(prompt);
}

function otherThan(font: FontName, random: Random): FontName {
  return random.pick(FONT_NAMES.filter((name) => name !== font));
}
