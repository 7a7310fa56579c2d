import { normalised, type Planes, product } from './picture';

export interface RotateTask {
  readonly main: Planes;
  readonly disc: Planes;
}

/** Twice as fine as the tolerance asks for. */
const STEP_DEGREES = 2;
const ANGLES = 360 / STEP_DEGREES;
const INSETS = [3, 5, 7, 9, 11, 13, 16, 20];
const OUTSETS = [3, 5, 7, 9, 11, 13, 16, 20];

type Rings = readonly Float32Array[];

/** Each compares a circle inside the disc with one outside of it, at every angle. */
export const ROTATE_ATTACKS: Readonly<Record<string, (task: RotateTask) => number>> = {
  ...Object.fromEntries(
    INSETS.flatMap((inset) =>
      OUTSETS.map((outset) => [
        `circles ${inset} inside, ${outset} outside`,
        (task: RotateTask) => bestAngle(colourScores(task, inset, outset)),
      ]),
    ),
  ),
  'all circles together': (task) => bestAngle(allPairs(task, colourScores)),
  'all circles, by their changes': (task) => bestAngle(allPairs(task, changeScores)),
  'colours and changes': (task) => bestAngle(add(allPairs(task, colourScores), allPairs(task, changeScores))),
  'near circles, extended along their slopes': (task) => bestAngle(extendedScores(task)),
};

function bestAngle(scores: Float32Array): number {
  return STEP_DEGREES * scores.indexOf(Math.max(...scores));
}

function allPairs(task: RotateTask, scoresOf: typeof colourScores): Float32Array {
  return INSETS.flatMap((inset) => OUTSETS.map((outset) => scoresOf(task, inset, outset))).reduce(add);
}

function add(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value + (b[i] ?? 0));
}

function colourScores({ main, disc }: RotateTask, inset: number, outset: number): Float32Array {
  return compare(circle(disc, disc.width / 2 - inset), circle(main, disc.width / 2 + outset));
}

function changeScores({ main, disc }: RotateTask, inset: number, outset: number): Float32Array {
  return compare(circle(disc, disc.width / 2 - inset).map(changes), circle(main, disc.width / 2 + outset).map(changes));
}

/**
 * Carries what two circles show on to the seam: a ribbon that crosses them at a slant arrives elsewhere. The shift
 * between the circles is found by correlation of short arcs.
 */
function extendedScores({ main, disc }: RotateTask): Float32Array {
  const rim = disc.width / 2;
  const inner = extend(circle(disc, rim - 18), circle(disc, rim - 9), 9 / 9);
  const outer = extend(circle(main, rim + 20), circle(main, rim + 11), 11 / 9);
  return compare(inner, outer);
}

function extend(far: Rings, near: Rings, reach: number): Rings {
  const ARC = 4;
  const MOST = 6;
  const shifts = Array.from({ length: ANGLES }, (_, angle) => {
    let [bestShift, highest] = [0, -Infinity];
    for (let shift = -MOST; shift <= MOST; shift++) {
      let difference = 0;
      for (let arc = -ARC; arc <= ARC; arc++) {
        for (const [channel, ring] of near.entries()) {
          difference += Math.abs(at(ring, angle + arc) - at(far[channel], angle + arc + shift));
        }
      }
      const score = -difference - Math.abs(shift);
      if (score > highest) [bestShift, highest] = [shift, score];
    }
    return bestShift;
  });
  return near.map((ring) => {
    const sums = new Float32Array(ANGLES);
    const counts = new Float32Array(ANGLES);
    shifts.forEach((shift, angle) => {
      const target = (((Math.round(angle - shift * reach) % ANGLES) + ANGLES) % ANGLES) | 0;
      for (let near = -1; near <= 1; near++) {
        const place = (target + near + ANGLES) % ANGLES;
        sums[place] = (sums[place] ?? 0) + at(ring, angle + near);
        counts[place] = (counts[place] ?? 0) + 1;
      }
    });
    return sums.map((sum, angle) => ((counts[angle] ?? 0) > 0 ? sum / (counts[angle] ?? 1) : at(ring, angle)));
  });
}

/** For each angle, how well the inner circles turned by it go with the outer ones, whatever their linear recolouring. */
function compare(inner: Rings, outer: Rings): Float32Array {
  const scores = new Float32Array(ANGLES);
  for (const [channel, ring] of inner.entries()) {
    const a = normalised(ring);
    const b = normalised(outer[channel] ?? ring);
    const twice = new Float32Array([...b, ...b]);
    for (let angle = 0; angle < ANGLES; angle++) {
      scores[angle] = (scores[angle] ?? 0) + product(a, twice, angle);
    }
  }
  return scores;
}

function changes(ring: Float32Array): Float32Array {
  return ring.map((_, angle) => Math.abs(at(ring, angle + 1) - at(ring, angle - 1)));
}

function at(ring: Float32Array | undefined, angle: number): number {
  return ring?.[((angle % ANGLES) + ANGLES) % ANGLES] ?? 0;
}

/** The colours along a circle, a value each step clockwise, smoothed against grain. */
function circle({ channels, width, height }: Planes, radius: number): Rings {
  return channels.map((plane) =>
    Float32Array.from({ length: ANGLES }, (_, index) => {
      let sum = 0;
      let count = 0;
      for (let turn = -0.5; turn <= 0.5; turn += 0.5) {
        for (let step = -1; step <= 1; step++) {
          const angle = ((index + turn) * STEP_DEGREES * Math.PI) / 180;
          const x = Math.round(width / 2 - 0.5 + (radius + step) * Math.cos(angle));
          const y = Math.round(height / 2 - 0.5 + (radius + step) * Math.sin(angle));
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          sum += plane[y * width + x] ?? 0;
          count++;
        }
      }
      return count === 0 ? 0 : sum / count;
    }),
  );
}
