import { type Canvas, createCanvas, type Image } from 'canvas';

/** A part of a picture. */
export interface Part {
  readonly picture: Image | Canvas;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part in another size. Only pixels are taken over: no metadata, and nothing else from the file. */
export function drawn(part: Part, width: number, height: number): Canvas {
  let source = part;
  for (;;) {
    // Shrinking an image by more than a factor of four at once takes long, or looks bad.
    const [across, down] = [source.width >= 4 * width, source.height >= 4 * height];
    if (!across && !down) break;
    const [halfWidth, halfHeight] = [half(source.width, across), half(source.height, down)];
    // Each pixel becomes the mean of its neighbours: at exactly half the size the simplest smoothing does that.
    const picture = redrawn(source, halfWidth, halfHeight, 'low');
    source = { picture, x: 0, y: 0, width: halfWidth, height: halfHeight };
  }
  return redrawn(source, width, height, 'medium');
}

function half(side: number, isHalved: boolean): number {
  return isHalved ? Math.ceil(side / 2) : side;
}

function redrawn(part: Part, width: number, height: number, quality: 'low' | 'medium'): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = quality;
  context.drawImage(part.picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return canvas;
}
