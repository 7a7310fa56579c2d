import type { Random } from '../../domain/random';
import type { Sheet } from './studio';

/** How many of each, from and to. */
export interface SceneStyle {
  readonly clouds: readonly [number, number];
  readonly ribbons: readonly [number, number];
  readonly rings: readonly [number, number];
}

interface Colour {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

/** Colours far enough apart to be told apart, and so few that each occurs in many places. */
export type Palette = readonly Colour[];

/** @param contrast from 0, all of one lightness, to 1. */
export function anyPalette(contrast: number, random: Random): Palette {
  const first = random.between(0, 360);
  const count = random.integer(5, 6);
  return Array.from({ length: count }, (_, index) => ({
    hue: first + (index * 360) / count + random.between(-18, 18),
    saturation: random.between(42, 72),
    lightness: 55 + contrast * random.between(-27, 27),
  }));
}

/** An abstract picture, different each time. */
export function paintScene(sheet: Sheet, style: SceneStyle, palette: Palette, random: Random): void {
  paintGround(sheet, random.integer(...style.clouds), palette, random);
  paintRibbons(sheet, random.integer(...style.ribbons), palette, random);
  paintRings(sheet, random.integer(...style.rings), palette, random);
}

/** A gradient with clouds in front of it. */
export function paintGround(sheet: Sheet, clouds: number, palette: Palette, random: Random): void {
  const { context } = sheet;
  veil(sheet, 1, palette, random);
  for (let count = clouds; count > 0; count--) {
    const { x, y } = anyPlace(sheet, random);
    const radius = random.between(35, 95);
    const colour = random.pick(palette);
    const cloud = context.createRadialGradient(x, y, radius * random.between(0.1, 0.6), x, y, radius);
    cloud.addColorStop(0, hsla(colour, random.between(0.6, 0.95)));
    cloud.addColorStop(1, hsla(colour, 0));
    context.fillStyle = cloud;
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
}

/** Covers everything evenly with a gradient. */
export function veil(sheet: Sheet, strength: number, palette: Palette, random: Random): void {
  const { context, canvas } = sheet;
  const { x, y } = anyPlace(sheet, random);
  const gradient = context.createLinearGradient(x, y, canvas.width - x, canvas.height - y);
  gradient.addColorStop(0, hsla(random.pick(palette), strength));
  gradient.addColorStop(1, hsla(random.pick(palette), strength));
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/**
 * From edge to edge, so that ribbons cross every part of the picture.
 *
 * @param spread how far from the middle they pass, from 0 to 1.
 */
export function paintRibbons(sheet: Sheet, ribbons: number, palette: Palette, random: Random, spread = 0.75): void {
  const { context, canvas } = sheet;
  const { width, height } = canvas;
  const reach = Math.hypot(width, height) / 2;
  const bend = () => random.between(-0.65, 0.65) * reach;
  for (let count = ribbons; count > 0; count--) {
    const angle = random.between(0, 2 * Math.PI);
    const along = { x: Math.cos(angle), y: Math.sin(angle) };
    const shift = random.between(-spread, spread) * Math.min(width, height);
    const at = (part: number, side: number) =>
      [
        width / 2 + along.x * part * reach - along.y * (shift + side),
        height / 2 + along.y * part * reach + along.x * (shift + side),
      ] as const;
    context.beginPath();
    context.moveTo(...at(-1.1, bend()));
    context.bezierCurveTo(...at(-0.35, bend()), ...at(0.35, bend()), ...at(1.1, bend()));
    context.lineWidth = random.between(4, 15);
    context.strokeStyle = hsla(random.pick(palette), random.between(0.75, 1));
    context.stroke();
  }
}

export function paintRings(sheet: Sheet, rings: number, palette: Palette, random: Random): void {
  const { context } = sheet;
  for (let count = rings; count > 0; count--) {
    const { x, y } = anyPlace(sheet, random);
    context.beginPath();
    context.arc(x, y, random.between(6, 34), 0, 2 * Math.PI);
    const colour = hsla(random.pick(palette), random.between(0.7, 1));
    if (random.fraction() < 0.5) {
      context.lineWidth = random.between(2, 7);
      context.strokeStyle = colour;
      context.stroke();
    } else {
      context.fillStyle = colour;
      context.fill();
    }
  }
}

function anyPlace({ canvas: { width, height } }: Sheet, random: Random) {
  return { x: random.between(0, width), y: random.between(0, height) };
}

function hsla({ hue, saturation, lightness }: Colour, alpha: number): string {
  const turned = ((hue % 360) + 360) % 360;
  return `hsla(${turned.toFixed(0)}, ${saturation.toFixed(0)}%, ${lightness.toFixed(0)}%, ${alpha.toFixed(2)})`;
}
