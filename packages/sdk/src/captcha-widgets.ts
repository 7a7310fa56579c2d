import type { CaptchaChallenge, CaptchaResponse } from './captcha.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A challenge as the widgets of go-captcha take it (go-captcha-vue, -react, -uni), and back. */
export interface CaptchaWidget {
  /** The component of the widget; go-captcha-uni takes `drag` as its `type`, others have `SlideRegion` for it. */
  readonly type: CaptchaChallenge['type'];
  readonly config: Readonly<Record<string, number | string>>;
  readonly data: Readonly<Record<string, number | string>>;
  /** @returns the response to what the widget confirms: its dots, its point or its angle. */
  response(confirmed: unknown): CaptchaResponse;
}

/** Coordinates are those of the original picture as long as the widget shows it in its own size, which `config` says. */
export function captchaWidget(challenge: CaptchaChallenge): CaptchaWidget {
  const { main_image: main, instruction: title } = challenge;
  const size = { width: main.width, height: main.height, title };
  if (challenge.type === 'click') {
    const { prompt_image: prompt } = challenge;
    return {
      type: 'click',
      config: { ...size, thumbWidth: prompt.width, thumbHeight: prompt.height, buttonText: 'OK' },
      data: { image: main.data_url, thumb: prompt.data_url },
      response: (dots) => ({ type: 'click', points: (dots as readonly Point[]).map(({ x, y }) => ({ x, y })) }),
    };
  }
  if (challenge.type === 'rotate') {
    const { thumb_image: thumb } = challenge;
    return {
      type: 'rotate',
      config: { width: 300, height: main.height, size: main.width, title },
      data: { angle: 0, image: main.data_url, thumb: thumb.data_url, thumbSize: thumb.width },
      response: (angle) => ({ type: 'rotate', angle: angle as number }),
    };
  }
  const { type, tile_image: tile, initial_point: start } = challenge;
  return {
    type,
    config: size,
    data: {
      image: main.data_url,
      thumb: tile.data_url,
      thumbX: start.x,
      thumbY: start.y,
      thumbWidth: tile.width,
      thumbHeight: tile.height,
    },
    response: (point) => ({ type, point: { x: (point as Point).x, y: (point as Point).y } }),
  };
}
