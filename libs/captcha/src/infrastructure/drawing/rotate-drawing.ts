import { rotateAnswer, ROTATE_RANGE } from '../../domain/answer';
import type { CaptchaLevel } from '../../domain/captcha';
import type { RenderedChallenge } from '../../domain/challenge-renderer';
import { recolour } from './pixels';
import { anyPalette, paintGround, paintRibbons, paintRings, paintScene, type SceneStyle, veil } from './scene';
import { editPixels, type Sheet, type Studio } from './studio';

const SIZE = 220;
const DISC_SIZES = [140, 144, 148, 152, 156] as const;

const CONTRAST = 0.9;
const CLOUDS = [6, 10] as const;
const RIBBONS = [6, 8] as const;
const SPREAD = 0.45;
const RINGS = [2, 4] as const;
const MIST: SceneStyle = { clouds: [5, 7], ribbons: [3, 5], rings: [3, 6] };

interface RotateStyle {
  /** Pixels between the disc and the picture that belong to neither. */
  readonly gap: number;
  /** Pixels over which either rim fades into the mist. */
  readonly fade: number;
  /** Ribbons that end at the rim, on either side of it. */
  readonly strays: number;
  /** How strongly either side is tinted in colours of its own, from 0 to 1. */
  readonly tint: number;
  /** How far the hues of the disc are turned at most, in degrees. */
  readonly hue: number;
  readonly grain: number;
}

const STYLES: Readonly<Record<CaptchaLevel, RotateStyle>> = {
  easy: { gap: 2, fade: 6, strays: 0, tint: 0.15, hue: 4, grain: 0.05 },
  standard: { gap: 3, fade: 14, strays: 7, tint: 0.48, hue: 18, grain: 0.07 },
  hard: { gap: 4, fade: 15, strays: 8, tint: 0.5, hue: 25, grain: 0.09 },
};

/**
 * The middle of a picture, turned counter-clockwise by the answer. The ribbons on top continue across the rim
 * unchanged, for people to follow. Everything below is tinted separately on either side of the rim and crossed by
 * ribbons that end there, and the rims fade into mist: a program that compares colours along them finds too many
 * similar places.
 */
export function drawRotate(studio: Studio, level: CaptchaLevel): RenderedChallenge {
  const { random } = studio;
  const style = STYLES[level];
  const size = random.pick(DISC_SIZES);
  const angle = random.integer(ROTATE_RANGE.from, ROTATE_RANGE.to);
  const palette = anyPalette(CONTRAST, random);
  const ground = studio.sheet('ground', SIZE, SIZE);
  paintGround(ground, random.integer(...CLOUDS), palette, random);
  const ribbons = studio.sheet('ribbons', SIZE, SIZE);
  paintRings(ribbons, random.integer(...RINGS), palette, random);
  paintRibbons(ribbons, random.integer(...RIBBONS), palette, random, SPREAD);

  const main = studio.sheet('square main', SIZE, SIZE);
  layer(main, 0, ground, ribbons, () => {
    paintRibbons(main, style.strays, palette, random);
    veil(main, style.tint, palette, random);
  });
  addMist(main, studio, size / 2 + style.gap + style.fade, size / 2 + style.gap);
  studio.strewGrain(main, style.grain);

  const disc = studio.sheet('disc', size, size);
  layer(disc, -angle, ground, ribbons, () => {
    paintRibbons(disc, style.strays, palette, random);
    veil(disc, style.tint, palette, random);
  });
  addMist(disc, studio, size / 2 - style.fade, size / 2);
  const recolouring = { hue: random.between(-style.hue, style.hue), gain: random.between(0.94, 1.06), offset: 0 };
  editPixels(disc, (pixels) => recolour(pixels, recolouring));
  roundOff(disc);
  return {
    puzzle: { type: 'rotate', main: studio.jpegOf(main), thumb: studio.pngOf(disc) },
    answer: rotateAnswer(angle),
  };
}

/** The middle of the ground and of the ribbons, turned clockwise, with a layer in between that is not turned. */
function layer({ context, canvas }: Sheet, degrees: number, ground: Sheet, ribbons: Sheet, between: () => void): void {
  const draw = (sheet: Sheet) => {
    context.save();
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.drawImage(sheet.canvas, -SIZE / 2, -SIZE / 2);
    context.restore();
  };
  draw(ground);
  between();
  draw(ribbons);
}

/**
 * Adds mist to a sheet, which begins at the first distance from the middle and hides everything from the second. It has
 * colours of its own: behind a plain one, the hidden part could be recovered.
 */
function addMist({ context, canvas }: Sheet, studio: Studio, thin: number, thick: number): void {
  const { random } = studio;
  // It is blurred, so half the resolution suffices.
  const size = canvas.width / 2;
  const mist = studio.sheet('mist', size, size);
  paintScene(mist, MIST, anyPalette(CONTRAST, random), random);
  mist.context.fillStyle = 'rgba(240, 240, 240, 0.55)';
  mist.context.fillRect(0, 0, size, size);
  const [from, to] = [Math.min(thin, thick) / 2, Math.max(thin, thick) / 2];
  const gradient = mist.context.createRadialGradient(size / 2, size / 2, from, size / 2, size / 2, to);
  gradient.addColorStop(thin < thick ? 0 : 1, 'rgba(0, 0, 0, 0)');
  gradient.addColorStop(thin < thick ? 1 : 0, 'rgba(0, 0, 0, 1)');
  mist.context.globalCompositeOperation = 'destination-in';
  mist.context.fillStyle = gradient;
  mist.context.fillRect(0, 0, size, size);
  context.drawImage(mist.canvas, 0, 0, canvas.width, canvas.height);
}

function roundOff({ context, canvas }: Sheet): void {
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = '#000000';
  context.beginPath();
  context.arc(canvas.width / 2, canvas.width / 2, canvas.width / 2, 0, 2 * Math.PI);
  context.fill();
}
