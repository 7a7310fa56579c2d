/** In pixels of the original main picture, from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The right answer with its tolerance, as stored in the row of a challenge. */
export type CaptchaAnswer =
  | { readonly type: 'click'; readonly targets: readonly ClickTarget[] }
  | { readonly type: 'slide' | 'drag'; readonly point: Point; readonly tolerance: number }
  | { readonly type: 'rotate'; readonly angle: number; readonly tolerance: number };

/** The centre of a glyph, and how far from it a click may be. */
export interface ClickTarget extends Point {
  readonly tolerance: number;
}

/** The user's response, as the widget reports it. Numbers are finite. */
export type CaptchaResponse =
  | { readonly type: 'click'; readonly points: readonly Point[] }
  | { readonly type: 'slide' | 'drag'; readonly point: Point }
  | { readonly type: 'rotate'; readonly angle: number };

const SLIDE_TOLERANCE_PX = 5;
const DRAG_TOLERANCE_PX = 6;
const ROTATE_TOLERANCE_DEGREES = 6;

/** Angles that cannot be reached by hardly touching the slider. */
export const ROTATE_RANGE = { from: 30, to: 330 } as const;

/** @param glyphs centres in the order of the prompt; `size` is the side of the glyph in pixels. */
export function clickAnswer(glyphs: readonly (Point & { readonly size: number })[]): CaptchaAnswer {
  return { type: 'click', targets: glyphs.map(({ x, y, size }) => ({ x, y, tolerance: 0.62 * size + 4 })) };
}

/** @param point the top left corner of the tile where it fits. */
export function tileAnswer(type: 'slide' | 'drag', { x, y }: Point): CaptchaAnswer {
  return { type, point: { x, y }, tolerance: type === 'slide' ? SLIDE_TOLERANCE_PX : DRAG_TOLERANCE_PX };
}

/** @param angle degrees clockwise by which the disc continues the picture. */
export function rotateAnswer(angle: number): CaptchaAnswer {
  return { type: 'rotate', angle, tolerance: ROTATE_TOLERANCE_DEGREES };
}

/** A response of another type or with another number of points is wrong. */
export function checkAnswer(answer: CaptchaAnswer, response: CaptchaResponse): boolean {
  switch (answer.type) {
    case 'click':
      return response.type === 'click' && areOnTargets(answer.targets, response.points);
    case 'slide':
    case 'drag':
      return response.type === answer.type && isNear(answer.point, response.point, answer.tolerance);
    case 'rotate':
      return response.type === 'rotate' && turnBetween(answer.angle, response.angle) <= answer.tolerance;
  }
}

function areOnTargets(targets: readonly ClickTarget[], points: readonly Point[]): boolean {
  if (points.length !== targets.length) return false;
  return targets.every((target, index) => {
    const point = points[index];
    return point !== undefined && Math.hypot(point.x - target.x, point.y - target.y) <= target.tolerance;
  });
}

function isNear(a: Point, b: Point, tolerance: number): boolean {
  return Math.abs(a.x - b.x) <= tolerance && Math.abs(a.y - b.y) <= tolerance;
}

/** The shorter of the two ways round, in degrees. */
function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}
