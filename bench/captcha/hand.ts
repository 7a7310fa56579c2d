import type { CaptchaAnswer, CaptchaResponse } from '../../libs/captcha/src/domain/answer';

const SPREAD_PX = 1.5;
/** The slider of the widgets is 218 pixels long for a whole turn. */
const DEGREES_A_PIXEL = 360 / 218;

/** The right answer, as a hand gives it that misses by 1.5 pixels (standard deviation) in each direction. */
export function handOf(answer: CaptchaAnswer): CaptchaResponse {
  switch (answer.type) {
    case 'click':
      return { type: 'click', points: answer.targets.map(({ x, y }) => ({ x: x + miss(), y: y + miss() })) };
    case 'slide':
      return { type: 'slide', point: { x: answer.point.x + miss(), y: answer.point.y } };
    case 'drag':
      return { type: 'drag', point: { x: answer.point.x + miss(), y: answer.point.y + miss() } };
    case 'rotate':
      return { type: 'rotate', angle: Math.round(answer.angle + miss() * DEGREES_A_PIXEL) };
  }
}

/** Normally distributed (Box and Muller). */
function miss(): number {
  return SPREAD_PX * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
