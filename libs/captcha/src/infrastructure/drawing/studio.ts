import { type Canvas, createCanvas, type ImageData, type SKRSContext2D } from 'canvas';
import type { CaptchaPicture } from '../../domain/challenge-renderer';
import type { Random } from '../../domain/random';
import { meanColour, type Rgb } from './pixels';
import { encodePng } from './png';

export interface Sheet {
  readonly canvas: Canvas;
  readonly context: SKRSContext2D;
}

const GRAIN_SIDE = 512;
const COARSENESS = 4;
const JPEG_QUALITY = 78;

/** Shared by all drawings: reusable sheets, and grain. For one drawing at a time. */
export class Studio {
  private readonly sheets = new Map<string, Sheet>();
  private readonly grain: Canvas;

  constructor(readonly random: Random) {
    this.grain = makeGrain(random);
  }

  /**
   * An empty sheet; the last drawing on the sheet of that name and size is lost. New canvases would take memory faster
   * than it is freed.
   */
  sheet(name: string, width: number, height: number): Sheet {
    const key = `${name} ${width}x${height}`;
    let sheet = this.sheets.get(key);
    if (!sheet) {
      const canvas = createCanvas(width, height);
      sheet = { canvas, context: canvas.getContext('2d') };
      this.sheets.set(key, sheet);
    }
    sheet.context.reset();
    return sheet;
  }

  /** @param strength 0 for none, 1 for the most. */
  strewGrain({ context }: Sheet, strength: number): void {
    context.globalAlpha = strength;
    const reach = GRAIN_SIDE - Math.max(context.canvas.width, context.canvas.height);
    context.drawImage(this.grain, -this.random.integer(0, reach), -this.random.integer(0, reach));
    context.globalAlpha = 1;
  }

  coloursOf({ canvas }: Sheet): Colours {
    const [width, height] = [Math.ceil(canvas.width / COARSENESS), Math.ceil(canvas.height / COARSENESS)];
    const { context } = this.sheet('coarse', width, height);
    context.drawImage(canvas, 0, 0, width, height);
    return new Colours(context.getImageData(0, 0, width, height));
  }

  jpegOf({ canvas }: Sheet): CaptchaPicture {
    return pictureOf(canvas, 'image/jpeg', canvas.toBuffer('image/jpeg', JPEG_QUALITY));
  }

  pngOf({ canvas, context }: Sheet): CaptchaPicture {
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return pictureOf(canvas, 'image/png', encodePng(data, width, height));
  }
}

/** Changes a sheet in place. */
export function editPixels({ canvas, context }: Sheet, edit: (pixels: ImageData) => void): void {
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  edit(pixels);
  context.putImageData(pixels, 0, 0);
}

/** Roughly which colours a picture has where. */
export class Colours {
  constructor(private readonly coarse: ImageData) {}

  within(x: number, y: number, side: number): Rgb {
    return meanColour(this.coarse, coarseArea(x, y, side));
  }

  around(x: number, y: number, side: number, margin: number): Rgb {
    const inner = coarseArea(x, y, side);
    const outer = coarseArea(x - margin, y - margin, side + 2 * margin);
    return meanColour(
      this.coarse,
      outer,
      (column, row) =>
        column < inner.x || column >= inner.x + inner.width || row < inner.y || row >= inner.y + inner.height,
    );
  }
}

function coarseArea(x: number, y: number, side: number) {
  const width = Math.round(side / COARSENESS);
  return { x: Math.round(x / COARSENESS), y: Math.round(y / COARSENESS), width, height: width };
}

/** Black and white specks of all strengths. */
function makeGrain(random: Random): Canvas {
  const canvas = createCanvas(GRAIN_SIDE, GRAIN_SIDE);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(GRAIN_SIDE, GRAIN_SIDE);
  for (let i = 0; i < pixels.data.length; i += 4) {
    pixels.data.fill(random.fraction() < 0.5 ? 0 : 255, i, i + 3);
    pixels.data[i + 3] = random.integer(0, 255);
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

function pictureOf({ width, height }: Canvas, type: string, bytes: Buffer): CaptchaPicture {
  return { dataUrl: `data:${type};base64,${bytes.toString('base64')}`, width, height };
}
