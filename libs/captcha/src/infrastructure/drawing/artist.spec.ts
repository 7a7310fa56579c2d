import { createCanvas, type Image, loadImage } from 'canvas';
import { rounds } from '../../../../../test/support/rounds';
import { CAPTCHA_LEVELS, CHALLENGE_TYPES, type CaptchaKind, CHARACTER_SETS } from '../../domain/captcha';
import { checkAnswer } from '../../domain/answer';
import type { CaptchaPicture, RenderedChallenge } from '../../domain/challenge-renderer';
import { Artist } from './artist';

const KINDS = CHALLENGE_TYPES.flatMap((type) =>
  CAPTCHA_LEVELS.flatMap((level) => CHARACTER_SETS.map((characters): CaptchaKind => ({ type, level, characters }))),
);
/** Of each kind. */
const DRAWN = rounds(15);
const FORMATS: Readonly<Record<string, readonly number[]>> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47],
};

const artist = new Artist();
const drawn = KINDS.flatMap((kind) => Array.from({ length: DRAWN }, () => ({ kind, ...artist.draw(kind) })));
const ofTypes = (...types: readonly string[]) => drawn.filter(({ puzzle }) => types.includes(puzzle.type));

function bytesOf({ dataUrl }: CaptchaPicture, format: 'jpeg' | 'png'): Buffer {
  const prefix = `data:image/${format};base64,`;
  expect(dataUrl.slice(0, prefix.length)).toBe(prefix);
  return Buffer.from(dataUrl.slice(prefix.length), 'base64');
}

/** Decodes the picture after checking its format. */
async function open(picture: CaptchaPicture, format: 'jpeg' | 'png'): Promise<Image> {
  const bytes = bytesOf(picture, format);
  expect([...bytes.subarray(0, FORMATS[format]?.length)]).toEqual(FORMATS[format]);
  const image = await loadImage(bytes);
  expect([image.width, image.height]).toEqual([picture.width, picture.height]);
  return image;
}

async function alphaAt(picture: CaptchaPicture, places: readonly (readonly [number, number])[]): Promise<number[]> {
  const image = await open(picture, 'png');
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return places.map(([x, y]) => context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data[3] ?? -1);
}

describe('A drawn challenge', () => {
  it('is of the requested kind, and so is its answer', () => {
    for (const { kind, puzzle, answer } of drawn) expect([puzzle.type, answer.type]).toEqual([kind.type, kind.type]);
  });

  it('is small: 34 kB as JSON, 45 of rotate', () => {
    const tooLarge = drawn.filter(({ puzzle }) => {
      return JSON.stringify(puzzle).length > (puzzle.type === 'rotate' ? 44_500 : 33_500);
    });
    expect(tooLarge).toEqual([]);
  });

  it('has a JPEG of 300×220 as main picture, of rotate 220×220', async () => {
    for (const { puzzle } of drawn) {
      const image = await open(puzzle.main, 'jpeg');
      expect([image.width, image.height]).toEqual(puzzle.type === 'rotate' ? [220, 220] : [300, 220]);
    }
  });

  it('is never drawn twice', () => {
    expect(new Set(drawn.map(({ puzzle }) => puzzle.main.dataUrl)).size).toBe(drawn.length);
  });
});

describe('Click', () => {
  it('asks for three or four characters in a PNG of 150×40', async () => {
    for (const { puzzle, answer } of ofTypes('click')) {
      if (puzzle.type !== 'click' || answer.type !== 'click') throw new Error('No click');
      const image = await open(puzzle.prompt, 'png');
      expect([image.width, image.height]).toEqual([150, 40]);
      expect(puzzle.requiredPoints).toBe(answer.targets.length);
      expect([3, 4]).toContain(puzzle.requiredPoints);
    }
  });

  it('has its glyphs inside the picture, without overlaps', () => {
    for (const { answer } of ofTypes('click')) {
      if (answer.type !== 'click') throw new Error('No click');
      for (const { x, y, tolerance } of answer.targets) {
        expect([x > 20 && x < 280, y > 20 && y < 200]).toEqual([true, true]);
        expect(tolerance).toBeGreaterThan(0.62 * 28);
      }
      const apart = answer.targets.flatMap((a, index) =>
        answer.targets.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
      );
      expect(Math.min(...apart)).toBeGreaterThan(28);
    }
  });
});

describe('Slide and drag', () => {
  const tiles = () =>
    ofTypes('slide', 'drag').map(({ puzzle, answer }) => {
      if (puzzle.type !== 'slide' && puzzle.type !== 'drag') throw new Error('No tile');
      if (answer.type !== 'slide' && answer.type !== 'drag') throw new Error('No tile');
      return { puzzle, answer };
    });

  it('have a square tile of 56 to 68 pixels, a PNG that is transparent around the piece', async () => {
    for (const { puzzle } of tiles()) {
      const { width, height } = puzzle.tile;
      expect([width, width >= 56 && width <= 68]).toEqual([height, true]);
      const last = width - 1;
      const places = [[0, 0], [last, 0], [0, last], [last, last], [width / 2, width / 2]] as const; // oxfmt-ignore
      expect(await alphaAt(puzzle.tile, places)).toEqual([0, 0, 0, 0, 255]);
    }
  });

  it('have start and answer inside the picture, in slide at one height', () => {
    for (const { puzzle, answer } of tiles()) {
      for (const { x, y } of [puzzle.initialPoint, answer.point]) {
        expect([x >= 0, x + puzzle.tile.width <= 300, y >= 0, y + puzzle.tile.height <= 220]).not.toContain(false);
      }
      if (puzzle.type === 'slide') expect(answer.point.y).toBe(puzzle.initialPoint.y);
    }
  });

  it('are not solved by a tile that was not moved, or hardly', () => {
    for (const { puzzle, answer } of tiles()) {
      const { x, y } = puzzle.initialPoint;
      for (const moved of [0, 10, 20, 30]) {
        expect(checkAnswer(answer, { type: puzzle.type, point: { x: x + moved, y } })).toBe(false);
      }
    }
  });
});

describe('Rotate', () => {
  it('has a disc of 140 to 156 pixels, a PNG that is transparent around it', async () => {
    for (const { puzzle } of ofTypes('rotate')) {
      if (puzzle.type !== 'rotate') throw new Error('No disc');
      const { width, height } = puzzle.thumb;
      expect([width, width >= 140 && width <= 156]).toEqual([height, true]);
      const [last, middle] = [width - 1, width / 2];
      const places = [[0, 0], [last, 0], [0, last], [last, last], [middle, middle], [middle, 2], [2, middle]] as const; // oxfmt-ignore
      expect(await alphaAt(puzzle.thumb, places)).toEqual([0, 0, 0, 0, 255, 255, 255]);
    }
  });

  it('is turned by 30 to 330 degrees: a slider that was not touched never passes', () => {
    for (const { answer } of ofTypes('rotate')) {
      if (answer.type !== 'rotate') throw new Error('No angle');
      expect(answer.angle >= 30 && answer.angle <= 330).toBe(true);
      for (const angle of [0, 360]) expect(checkAnswer(answer, { type: 'rotate', angle })).toBe(false);
    }
  });

  it('is solved by turning the disc clockwise by the answer', async () => {
    // Pictures differ much: over only a few, the sums would be a matter of chance.
    const kind: CaptchaKind = { type: 'rotate', level: 'easy', characters: 'latin' };
    const easy = Array.from({ length: 30 }, () => artist.draw(kind));
    const steps = await Promise.all(easy.map(async (challenge) => seamAt(challenge)));
    const atAnswer = steps.map(({ answer }) => answer).reduce((sum, value) => sum + value, 0);
    const others = steps.map(({ elsewhere }) => elsewhere).reduce((sum, value) => sum + value, 0);
    expect(atAnswer).toBeLessThan(0.8 * others);
  });
});

/** From the answer to where the disc does not belong: of so many places the mean is hardly a matter of chance. */
const TURNS = [60, 90, 120, 150, 180, 210, 240, 270, 300];

/** The colour difference across the rim, with the disc at the answer, and on average where it does not belong. */
async function seamAt({ puzzle, answer }: RenderedChallenge): Promise<{ answer: number; elsewhere: number }> {
  if (puzzle.type !== 'rotate' || answer.type !== 'rotate') throw new Error('No disc');
  const main = await open(puzzle.main, 'jpeg');
  const disc = await open(puzzle.thumb, 'png');
  const context = createCanvas(220, 220).getContext('2d');
  const differenceAt = (angle: number) => {
    context.resetTransform();
    context.drawImage(main, 0, 0);
    context.translate(110, 110);
    context.rotate((angle * Math.PI) / 180);
    context.drawImage(disc, -disc.width / 2, -disc.height / 2);
    const { data } = context.getImageData(0, 0, 220, 220);
    const colourAt = (radius: number, degrees: number) => {
      const x = Math.round(110 + radius * Math.cos((degrees * Math.PI) / 180));
      const y = Math.round(110 + radius * Math.sin((degrees * Math.PI) / 180));
      return data.subarray(4 * (y * 220 + x), 4 * (y * 220 + x) + 3);
    };
    let difference = 0;
    for (let degrees = 0; degrees < 360; degrees += 2) {
      const outside = colourAt(disc.width / 2 + 10, degrees);
      colourAt(disc.width / 2 - 8, degrees).forEach((value, i) => (difference += Math.abs(value - (outside[i] ?? 0))));
    }
    return difference;
  };
  const elsewhere = TURNS.map((turn) => differenceAt(answer.angle + turn)).reduce((sum, value) => sum + value, 0);
  return { answer: differenceAt(answer.angle), elsewhere: elsewhere / TURNS.length };
}
