import type { Point } from '../../libs/captcha/src/domain/answer';
import { blur, boxMean, correlation, edgesOf, normalised, type Planes } from './picture';

/** A slide or drag challenge as a program has it. */
export interface TileTask {
  readonly type: 'slide' | 'drag';
  readonly main: Planes;
  readonly tile: Planes;
  readonly start: Point;
}

/** What published helpers do with such pictures. */
export const PUBLIC_TILE_ATTACKS: Readonly<Record<string, (task: TileTask) => Point>> = {
  content: (task) => best(task, contentScore(task)),
  edges: (task) => best(task, edgeScore(task)),
  outline: (task) => best(task, outlineScore(task)),
  dark: (task) => best(task, darkScore(task)),
};

/** Written against these very pictures: of the gaps the one whose surroundings go on in the tile. */
export function continuityAttack(task: TileTask): Point {
  const gaps = task.type === 'slide' ? 2 : 3;
  const continues = continuityScore(task);
  return peaks(task, outlineScore(task), gaps)
    .flatMap(({ x, y }) => [-1, 0, 1].map((dx) => ({ x: x + dx, y })))
    .reduce((a, b) => (continues(b.x, b.y) > continues(a.x, a.y) ? b : a));
}

type Score = (x: number, y: number) => number;

function* placesOf({ type, main, tile, start }: TileTask): Generator<Point> {
  for (let y = 0; y <= main.height - tile.height; y++) {
    if (type === 'slide' && y !== start.y) continue;
    for (let x = 0; x <= main.width - tile.width; x++) {
      const coversStart = Math.abs(x - start.x) < tile.width / 2 && Math.abs(y - start.y) < tile.height / 2;
      if (!coversStart) yield { x, y };
    }
  }
}

function best(task: TileTask, score: Score): Point {
  let [place, highest] = [task.start, -Infinity];
  for (const at of placesOf(task)) {
    const value = score(at.x, at.y);
    if (value > highest) [place, highest] = [at, value];
  }
  return place;
}

function peaks(task: TileTask, score: Score, count: number): Point[] {
  const found: Point[] = [];
  while (found.length < count) {
    let [place, highest] = [task.start, -Infinity];
    for (const at of placesOf(task)) {
      const isNew = found.every(
        ({ x, y }) => Math.abs(x - at.x) >= task.tile.width / 2 || Math.abs(y - at.y) >= task.tile.height / 2,
      );
      if (!isNew) continue;
      const value = score(at.x, at.y);
      if (value > highest) [place, highest] = [at, value];
    }
    found.push(place);
  }
  return found;
}

/** The tile's own picture is looked for in the main one, whatever the colours. */
function contentScore({ main, tile }: TileTask): Score {
  return templateScore(blur(main.grey, main.width, main.height), main.width, tile, tile.grey, innerPixels(tile, 3));
}

/** Edges of the whole tile, outline included, against the edges of the main picture. */
function edgeScore({ main, tile }: TileTask): Score {
  const onGrey = tile.grey.map((value, i) => ((tile.alpha[i] ?? 0) > 128 ? value : 128));
  const template = edgesOf(onGrey, tile.width, tile.height);
  const outline = edgesOf(tile.alpha, tile.width, tile.height);
  const both = template.map((value, i) => Math.max(value, outline[i] ?? 0) / 255);
  const edges = edgesOf(main.grey, main.width, main.height).map((value) => Math.min(value, 400));
  return templateScore(edges, main.width, tile, both, allPixels(tile));
}

/** Edges along the outline alone. */
function outlineScore({ main, tile }: TileTask): Score {
  const edges = edgesOf(main.grey, main.width, main.height).map((value) => Math.min(value, 300));
  const rim = rimPixels(tile).map(({ x, y }) => y * main.width + x);
  return (x, y) => rim.reduce((sum, offset) => sum + (edges[y * main.width + x + offset] ?? 0), 0) / rim.length;
}

/** Darker than what is around, as gaps of other makers are. */
function darkScore({ main, tile }: TileTask): Score {
  const inner = boxMean(main.grey, main.width, main.height, Math.round(tile.width * 0.32));
  const outer = boxMean(main.grey, main.width, main.height, Math.round(tile.width * 0.75));
  return (x, y) => {
    const middle = Math.round(y + tile.height / 2) * main.width + Math.round(x + tile.width / 2);
    return (outer[middle] ?? 0) - (inner[middle] ?? 0);
  };
}

/** Colours just inside the tile's rim against those just outside the gap, each channel recoloured as fits best. */
function continuityScore({ main, tile }: TileTask): Score {
  const pairs = rimPixels(tile).map(({ x, y, outX, outY }) => ({
    inside: Math.round(y - 4 * outY) * tile.width + Math.round(x - 4 * outX),
    outside: { x: Math.round(x + 4 * outX), y: Math.round(y + 4 * outY) },
  }));
  const tileSoft = tile.channels.map((plane) => blur(plane, tile.width, tile.height));
  const mainSoft = main.channels.map((plane) => blur(plane, main.width, main.height));
  return (x, y) => {
    const inPicture = pairs.filter(
      ({ outside }) =>
        x + outside.x >= 0 && x + outside.x < main.width && y + outside.y >= 0 && y + outside.y < main.height,
    );
    return tileSoft.reduce((sum, plane, channel) => {
      const inside = inPicture.map((pair) => plane[pair.inside] ?? 0);
      const around = inPicture.map(
        ({ outside }) => mainSoft[channel]?.[(y + outside.y) * main.width + x + outside.x] ?? 0,
      );
      const distance = inside.reduce((total, value, i) => total + Math.abs(value - (around[i] ?? 0)), 0);
      return sum + correlation(inside, around) - distance / inside.length / 64;
    }, 0);
  };
}

function templateScore(
  plane: Float32Array,
  width: number,
  tile: Planes,
  template: Float32Array,
  pixels: readonly Point[],
): Score {
  const offsets = Int32Array.from(pixels, ({ x, y }) => y * width + x);
  const wanted = normalised(Float32Array.from(pixels, ({ x, y }) => template[y * tile.width + x] ?? 0));
  return (x, y) => {
    const origin = y * width + x;
    let sum = 0;
    let sumOfSquares = 0;
    let common = 0;
    for (let i = 0; i < offsets.length; i++) {
      const value = plane[origin + (offsets[i] ?? 0)] ?? 0;
      sum += value;
      sumOfSquares += value * value;
      common += value * (wanted[i] ?? 0);
    }
    return common / (Math.sqrt(sumOfSquares - (sum * sum) / offsets.length) || 1);
  };
}

function* allOf({ width, height }: Planes): Generator<Point> {
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) yield { x, y };
}

/** Every second of them: enough, and four times as fast. */
function allPixels(tile: Planes): Point[] {
  return [...allOf(tile)].filter(({ x, y }) => x % 2 === 0 && y % 2 === 0);
}

function innerPixels(tile: Planes, margin: number): Point[] {
  const depth = boxMean(tile.alpha, tile.width, tile.height, margin);
  return allPixels(tile).filter(({ x, y }) => (depth[y * tile.width + x] ?? 0) > 254);
}

/** Pixels on the rim, with the direction outwards. */
function rimPixels(tile: Planes): (Point & { readonly outX: number; readonly outY: number })[] {
  const { width } = tile;
  const soft = boxMean(tile.alpha, width, tile.height, 2);
  return [...allOf(tile)].flatMap(({ x, y }) => {
    const at = (dx: number, dy: number) => tile.alpha[(y + dy) * width + x + dx] ?? 0;
    const isRim = at(0, 0) > 128 && (at(-1, 0) <= 128 || at(1, 0) <= 128 || at(0, -1) <= 128 || at(0, 1) <= 128);
    const onBorder = x < 1 || y < 1 || x >= width - 1 || y >= tile.height - 1;
    if (!isRim || onBorder) return [];
    const slopeX = (soft[y * width + x - 1] ?? 0) - (soft[y * width + x + 1] ?? 0);
    const slopeY = (soft[(y - 1) * width + x] ?? 0) - (soft[(y + 1) * width + x] ?? 0);
    const length = Math.hypot(slopeX, slopeY) || 1;
    return [{ x, y, outX: slopeX / length, outY: slopeY / length }];
  });
}
