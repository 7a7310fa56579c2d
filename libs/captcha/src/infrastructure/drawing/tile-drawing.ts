import type { ImageData } from 'canvas';
import { type Point, tileAnswer } from '../../domain/answer';
import type { CaptchaLevel } from '../../domain/captcha';
import type { RenderedChallenge } from '../../domain/challenge-renderer';
import type { Random } from '../../domain/random';
import { anyJigsaw, type Jigsaw, traceJigsaw } from './jigsaw';
import { colourDistance, recolour } from './pixels';
import { anyPalette, paintScene, type SceneStyle } from './scene';
import { type Colours, editPixels, type Sheet, type Studio } from './studio';

type TileType = 'slide' | 'drag';

const WIDTH = 300;
const HEIGHT = 220;
const SIDES = [56, 60, 64, 68] as const;
const EDGE = 4;
const MARGIN = 8;
const DECOYS = { slide: 1, drag: 2 } as const;
const TRIES = 24;

const SCENE: SceneStyle = { clouds: [9, 13], ribbons: [6, 9], rings: [5, 9] };

interface TileStyle {
  /** How far the hues of the tile are rotated at most, in degrees. */
  readonly hue: number;
  readonly gain: number;
  /** How much the colours around the gaps have to differ, so that people can tell which gap the tile fits. */
  readonly contrast: number;
  readonly grain: number;
}

const STYLES: Readonly<Record<CaptchaLevel, TileStyle>> = {
  easy: { hue: 5, gain: 0.05, contrast: 80, grain: 0.05 },
  standard: { hue: 14, gain: 0.12, contrast: 65, grain: 0.08 },
  hard: { hue: 28, gain: 0.2, contrast: 50, grain: 0.11 },
};

/** A tile, and gaps of its shape, all filled from elsewhere in the picture. Only their surroundings tell them apart. */
export function drawTile(studio: Studio, type: TileType, level: CaptchaLevel): RenderedChallenge {
  const { random } = studio;
  const style = STYLES[level];
  const scene = studio.sheet('scene', WIDTH, HEIGHT);
  paintScene(scene, SCENE, anyPalette(0.9, random), random);
  const colours = studio.coloursOf(scene);
  const side = random.pick(SIDES);
  const { start, gaps } = layOut(type, side, colours, style.contrast, random);
  const jigsaw = anyJigsaw(random);

  const main = studio.sheet('main', WIDTH, HEIGHT);
  main.context.drawImage(scene.canvas, 0, 0);
  for (const gap of gaps) fillGap(main, scene, jigsaw, gap, side, fillingOf(gap, gaps, side, colours, random));
  studio.strewGrain(main, style.grain);

  const answer = random.pick(gaps);
  const tile = studio.sheet('tile', side, side);
  cutTile(tile, scene, jigsaw, answer, side, (pixels) => {
    recolour(pixels, {
      hue: random.between(-style.hue, style.hue),
      gain: 1 + random.between(-style.gain, style.gain),
      offset: random.between(-100, 100) * style.gain,
    });
  });
  const initialPoint = { x: start.x, y: type === 'slide' ? answer.y : start.y };
  return {
    puzzle: { type, main: studio.jpegOf(main), tile: studio.pngOf(tile), initialPoint },
    answer: tileAnswer(type, answer),
  };
}

interface Layout {
  readonly start: Point;
  readonly gaps: readonly Point[];
}

/**
 * Places the tile's start and the gaps, each of which is equally likely to be the right one. Chooses, among some
 * layouts, the one whose gaps have the most different surroundings.
 */
function layOut(type: TileType, side: number, colours: Colours, contrast: number, random: Random): Layout {
  let best = possibleLayout(type, side, random);
  let bestContrast = -1;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const layout = attempt === 0 ? best : possibleLayout(type, side, random);
    const around = layout.gaps.map(({ x, y }) => colours.around(x, y, side, MARGIN));
    const least = Math.min(
      ...around.flatMap((a, index) => around.slice(index + 1).map((other) => colourDistance(a, other))),
    );
    if (least > bestContrast) [best, bestContrast] = [layout, least];
    if (bestContrast >= contrast) break;
  }
  return best;
}

function possibleLayout(type: TileType, side: number, random: Random): Layout {
  for (;;) {
    const layout = type === 'slide' ? inOneRow(side, random) : anywhere(side, random);
    if (layout) return layout;
  }
}

/** Undefined if the random positions are too close together. */
function inOneRow(side: number, random: Random): Layout | undefined {
  const start = { x: random.integer(EDGE, 8), y: random.integer(EDGE, HEIGHT - side - EDGE) };
  const first = start.x + side + EDGE;
  const gaps = Array.from({ length: 1 + DECOYS.slide }, () => ({
    x: random.integer(first, WIDTH - side - EDGE),
    y: start.y,
  }));
  return areApart(gaps, side) ? { start, gaps } : undefined;
}

function anywhere(side: number, random: Random): Layout | undefined {
  const places = Array.from({ length: 2 + DECOYS.drag }, () => ({
    x: random.integer(EDGE, WIDTH - side - EDGE),
    y: random.integer(EDGE, HEIGHT - side - EDGE),
  }));
  const [start, ...gaps] = places;
  return start && areApart(places, side) ? { start, gaps } : undefined;
}

function areApart(places: readonly Point[], side: number): boolean {
  return places.every((a, index) => places.slice(index + 1).every((b) => !overlap(a, b, side + EDGE)));
}

function overlap(a: Point, b: Point, side: number): boolean {
  return Math.abs(a.x - b.x) < side && Math.abs(a.y - b.y) < side;
}

/** A place from which to fill the gap: not covered by any gap, and of a colour that makes the gap visible. */
function fillingOf(gap: Point, gaps: readonly Point[], side: number, colours: Colours, random: Random): Point {
  const surroundings = colours.around(gap.x, gap.y, side, MARGIN);
  let best = { x: 0, y: 0 };
  let bestDistance = -1;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const place = { x: random.integer(0, WIDTH - side), y: random.integer(0, HEIGHT - side) };
    if (gaps.some((other) => overlap(place, other, side))) continue;
    const distance = colourDistance(surroundings, colours.within(place.x, place.y, side));
    if (distance > bestDistance) [best, bestDistance] = [place, distance];
    if (distance > 55) break;
  }
  return best;
}

function fillGap(main: Sheet, scene: Sheet, jigsaw: Jigsaw, gap: Point, side: number, from: Point): void {
  const { context } = main;
  context.save();
  traceJigsaw(context, jigsaw, gap.x, gap.y, side);
  context.clip();
  context.drawImage(scene.canvas, from.x, from.y, side, side, gap.x, gap.y, side, side);
  // Half of each line is clipped away, which leaves a shadow inside the rim.
  context.lineWidth = 7;
  context.strokeStyle = 'rgba(0, 0, 0, 0.22)';
  context.stroke();
  context.lineWidth = 3;
  context.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  context.stroke();
  context.restore();
  context.lineWidth = 1;
  context.strokeStyle = 'rgba(255, 255, 255, 0.75)';
  context.stroke();
}

function cutTile(
  tile: Sheet,
  scene: Sheet,
  jigsaw: Jigsaw,
  { x, y }: Point,
  side: number,
  change: (pixels: ImageData) => void,
): void {
  const { context } = tile;
  context.drawImage(scene.canvas, x, y, side, side, 0, 0, side, side);
  editPixels(tile, change);
  context.globalCompositeOperation = 'destination-in';
  traceJigsaw(context, jigsaw, 0, 0, side);
  context.fill();
  context.globalCompositeOperation = 'source-atop';
  context.lineWidth = 3;
  context.strokeStyle = 'rgba(255, 255, 255, 0.8)';
  context.stroke();
}
