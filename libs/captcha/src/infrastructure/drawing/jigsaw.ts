import type { SKRSContext2D } from 'canvas';
import type { Random } from '../../domain/random';

/** Each side of a piece, clockwise from the top: a knob (1), a notch (-1) or straight (0). */
export type Jigsaw = readonly [number, number, number, number];

const KNOB = 0.15;

const SHAPES: readonly Jigsaw[] = [
  [1, 1, -1, 0],
  [1, 0, 1, -1],
  [-1, 1, 1, 0],
  [0, 1, -1, 1],
  [1, -1, 0, 1],
  [1, 1, 0, -1],
  [0, -1, 1, 1],
  [-1, 1, 0, 1],
];

export function anyJigsaw(random: Random): Jigsaw {
  return random.pick(SHAPES);
}

/** Traces the outline of a piece, knobs included, in a square of the given side. */
export function traceJigsaw(context: SKRSContext2D, jigsaw: Jigsaw, x: number, y: number, side: number): void {
  const knob = side * KNOB;
  const left = x + knob;
  const top = y + knob;
  const length = side - 2 * knob;
  const corners = [
    [left, top],
    [left + length, top],
    [left + length, top + length],
    [left, top + length],
  ] as const;
  context.beginPath();
  context.moveTo(left, top);
  corners.forEach(([cornerX, cornerY], index) => {
    const direction = (index * Math.PI) / 2;
    const [dx, dy] = [Math.cos(direction), Math.sin(direction)];
    const half = length / 2;
    const bulge = jigsaw[index] ?? 0;
    if (bulge !== 0) {
      context.arc(cornerX + dx * half, cornerY + dy * half, knob, direction + Math.PI, direction, bulge < 0);
    }
    context.lineTo(cornerX + dx * length, cornerY + dy * length);
  });
  context.closePath();
}
