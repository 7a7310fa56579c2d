/* exported goCaptcha */
/**
 * Challenges of this service for the components of go-captcha, and what those confirm as the answer of a proof. Both
 * sides count in pixels of the original picture, as long as the widget shows it in its own size.
 */
const goCaptcha = (() => {
  const { Click, Slide, SlideRegion, Rotate } = globalThis['go-captcha-vue'];

  const tile = ({ main_image, tile_image, initial_point }) => ({
    image: main_image.data_url,
    thumb: tile_image.data_url,
    thumbX: initial_point.x,
    thumbY: initial_point.y,
    thumbWidth: tile_image.width,
    thumbHeight: tile_image.height,
  });
  const sizeOf = ({ main_image: { width, height }, instruction: title }) => ({ width, height, title });

  return {
    click: {
      component: Click,
      config: (challenge) => ({
        ...sizeOf(challenge),
        thumbWidth: challenge.prompt_image.width,
        thumbHeight: challenge.prompt_image.height,
        buttonText: 'OK',
      }),
      data: ({ main_image, prompt_image }) => ({ image: main_image.data_url, thumb: prompt_image.data_url }),
      response: (dots) => ({ type: 'click', points: dots.map(({ x, y }) => ({ x, y })) }),
    },
    slide: {
      component: Slide,
      config: sizeOf,
      data: tile,
      response: ({ x, y }) => ({ type: 'slide', point: { x, y } }),
    },
    drag: {
      component: SlideRegion,
      config: sizeOf,
      data: tile,
      response: ({ x, y }) => ({ type: 'drag', point: { x, y } }),
    },
    rotate: {
      component: Rotate,
      config: ({ main_image, instruction }) => ({
        width: 300,
        height: main_image.height,
        size: main_image.width,
        title: instruction,
      }),
      data: ({ main_image, thumb_image }) => ({
        angle: 0,
        image: main_image.data_url,
        thumb: thumb_image.data_url,
        thumbSize: thumb_image.width,
      }),
      response: (angle) => ({ type: 'rotate', angle }),
    },
  };
})();
