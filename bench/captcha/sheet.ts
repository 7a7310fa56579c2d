import { writeFileSync } from 'node:fs';
import { createCanvas, loadImage, type SKRSContext2D } from 'canvas';
import {
  CAPTCHA_LEVELS,
  CHALLENGE_TYPES,
  type CaptchaKind,
  type ChallengeType,
} from '../../libs/captcha/src/domain/captcha';
import type { RenderedChallenge } from '../../libs/captcha/src/domain/challenge-renderer';
import { Artist } from '../../libs/captcha/src/infrastructure/drawing/artist';

/**
 * Draws challenges on one sheet to look at, as clients show them: a row a level, hanzi above latin in click. With
 * `solved`, tiles and discs are where they fit, and numbers stand where to click. Arguments: file, type or `all`,
 * challenges a row, `solved`.
 */
const [file = 'captcha-sheet.png', wanted = 'all', columns = '4', solved] = process.argv.slice(2);

const CELL = { width: 316, height: 290 };

async function main(): Promise<void> {
  const artist = new Artist();
  const types = CHALLENGE_TYPES.filter((type) => wanted === 'all' || type === wanted);
  const rows = types.flatMap((type) => CAPTCHA_LEVELS.flatMap((level) => kindsOf(type, level)));
  const canvas = createCanvas(CELL.width * Number(columns), CELL.height * rows.length);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [row, kind] of rows.entries()) {
    for (let column = 0; column < Number(columns); column++) {
      context.save();
      context.translate(column * CELL.width + 8, row * CELL.height + 8);
      await show(context, artist.draw(kind), solved === 'solved');
      context.fillStyle = '#000000';
      context.font = '12px sans-serif';
      context.fillText(`${kind.type} ${kind.level}`, 220, 15);
      context.restore();
    }
  }
  writeFileSync(file, canvas.toBuffer('image/png'));
  console.log(`${rows.length} rows in ${file}`);
}

function kindsOf(type: ChallengeType, level: CaptchaKind['level']): CaptchaKind[] {
  const sets = type === 'click' ? (['hanzi', 'latin'] as const) : (['hanzi'] as const);
  return sets.map((characters) => ({ type, level, characters }));
}

async function show(context: SKRSContext2D, { puzzle, answer }: RenderedChallenge, isSolved: boolean): Promise<void> {
  const top = 45;
  context.drawImage(await loadImage(puzzle.main.dataUrl), 0, top);
  if (puzzle.type === 'click') context.drawImage(await loadImage(puzzle.prompt.dataUrl), 0, 0);
  if (puzzle.type === 'click' && answer.type === 'click' && isSolved) {
    context.font = 'bold 16px sans-serif';
    context.fillStyle = '#ff0000';
    answer.targets.forEach(({ x, y, tolerance }, index) => {
      context.fillText(String(index + 1), x - 4, top + y + 5);
      context.beginPath();
      context.arc(x, top + y, tolerance, 0, 2 * Math.PI);
      context.stroke();
    });
  }
  if ((puzzle.type === 'slide' || puzzle.type === 'drag') && (answer.type === 'slide' || answer.type === 'drag')) {
    const { x, y } = isSolved ? answer.point : puzzle.initialPoint;
    context.drawImage(await loadImage(puzzle.tile.dataUrl), x, top + y);
  }
  if (puzzle.type === 'rotate' && answer.type === 'rotate') {
    context.save();
    context.translate(puzzle.main.width / 2, top + puzzle.main.height / 2);
    if (isSolved) context.rotate((answer.angle * Math.PI) / 180);
    context.drawImage(await loadImage(puzzle.thumb.dataUrl), -puzzle.thumb.width / 2, -puzzle.thumb.height / 2);
    context.restore();
  }
}

void main();
