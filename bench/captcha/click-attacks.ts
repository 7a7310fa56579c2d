import type { Point } from '../../libs/captcha/src/domain/answer';
import { boxMean, edgesOf, normalised, type Planes, product } from './picture';

export interface ClickTask {
  readonly main: Planes;
  readonly prompt: Planes;
  readonly requiredPoints: number;
}

const SIDE = 24;
const TURNS = [-40, -30, -20, -10, 0, 10, 20, 30, 40];
const SIZES = [30, 36, 42];
const SHIFTS = [-3, 0, 3];
/** Glyphs in a picture at most, as far as an attacker would look. */
const CANDIDATES = 9;

/** Glyphs are looked for where there are many edges, and matched with those of the prompt at many turns and sizes. */
export const CLICK_ATTACKS: Readonly<Record<string, (task: ClickTask) => Point[]>> = {
  'strokes by brightness': (task) => matchGlyphs(task, strokes),
  'strokes by edges': (task) => matchGlyphs(task, ({ grey, width, height }) => edgesOf(grey, width, height)),
};

function matchGlyphs(task: ClickTask, featureOf: (planes: Planes) => Float32Array): Point[] {
  const places = busyPlaces(task.main);
  const mainFeature = featureOf(task.main);
  const promptFeature = featureOf(task.prompt);
  const wanted = promptGlyphs(task, promptFeature);
  const patches = places.map((place) => looksOf(mainFeature, task.main, place));
  const scores = wanted.map((glyph) => patches.map((looks) => Math.max(...looks.map((look) => product(look, glyph)))));
  return bestAssignment(scores).map((index) => places[index] ?? { x: 0, y: 0 });
}

/** How much a pixel stands out from its neighbourhood, be it darker or lighter. */
function strokes({ grey, width, height }: Planes): Float32Array {
  const around = boxMean(grey, width, height, 12);
  return boxMean(
    grey.map((value, i) => Math.abs(value - (around[i] ?? 0))),
    width,
    height,
    1,
  );
}

function busyPlaces({ grey, width, height }: Planes): Point[] {
  const busy = boxMean(
    edgesOf(grey, width, height).map((value) => Math.min(value, 250)),
    width,
    height,
    15,
  );
  const found: Point[] = [];
  while (found.length < CANDIDATES) {
    let [place, highest] = [{ x: width / 2, y: height / 2 }, -Infinity];
    for (let y = 16; y < height - 16; y += 2) {
      for (let x = 16; x < width - 16; x += 2) {
        const value = busy[y * width + x] ?? 0;
        if (value > highest && found.every((other) => Math.hypot(other.x - x, other.y - y) > 38)) {
          [place, highest] = [{ x, y }, value];
        }
      }
    }
    found.push(place);
  }
  return found;
}

function promptGlyphs({ prompt, requiredPoints }: ClickTask, feature: Float32Array): Float32Array[] {
  const room = (prompt.width - 8) / requiredPoints;
  return Array.from({ length: requiredPoints }, (_, index) =>
    patchOf(feature, prompt, { x: 4 + room * (index + 0.5), y: prompt.height / 2 }, 32, 0),
  );
}

function looksOf(feature: Float32Array, planes: Planes, { x, y }: Point): Float32Array[] {
  return SHIFTS.flatMap((dx) =>
    SHIFTS.flatMap((dy) =>
      SIZES.flatMap((size) => TURNS.map((turn) => patchOf(feature, planes, { x: x + dx, y: y + dy }, size, turn))),
    ),
  );
}

/** A square cut out around a place, turned upright, of the same size and contrast as all others. */
function patchOf(
  feature: Float32Array,
  { width, height }: Planes,
  centre: Point,
  size: number,
  turn: number,
): Float32Array {
  const patch = new Float32Array(SIDE * SIDE);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const dx = ((column + 0.5) / SIDE - 0.5) * size;
      const dy = ((row + 0.5) / SIDE - 0.5) * size;
      const x = Math.round(centre.x + dx * cos - dy * sin);
      const y = Math.round(centre.y + dx * sin + dy * cos);
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      patch[row * SIDE + column] = isInside ? (feature[y * width + x] ?? 0) : 0;
    }
  }
  return normalised(patch);
}

/** Which candidate for which glyph of the prompt, none twice, so that the scores add up to the most. */
function bestAssignment(scores: readonly (readonly number[])[]): number[] {
  let [best, highest]: [number[], number] = [[], -Infinity];
  const visit = (taken: number[], sum: number): void => {
    const row = scores[taken.length];
    if (!row) {
      if (sum > highest) [best, highest] = [taken, sum];
      return;
    }
    row.forEach((score, index) => {
      if (!taken.includes(index)) visit([...taken, index], sum + score);
    });
  };
  visit([], 0);
  return best;
}
