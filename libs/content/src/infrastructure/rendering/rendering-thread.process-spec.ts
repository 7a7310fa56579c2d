import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastHold } from '../../../../../test/support/event-loop';
import { isLong, rounds } from '../../../../../test/support/rounds';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import { largeTexts, RenderingThread } from './rendering-thread';

/** As long as a body may be, and of processor time as much as the service gives; or an equal part of both. */
const LONG = rounds(500 * 1024);
const LIMIT_MS = rounds(5_000);
const MAX_HOLD_MS = 100;
const HEAP = { maxOldGenerationSizeMb: 384 };
const fill = (piece: string) => piece.repeat(Math.floor(LONG / Buffer.byteLength(piece)));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Takes longer to render than any other text that a body may be. */
const TABLE = `|a|b|c|d|\n|-|-|-|-|\n${'|x|y|z|w|\n'.repeat(50_000)}`;

/** Texts made to be expensive. */
const HOSTILE: Readonly<Record<string, string>> = {
  quotes: fill('> '),
  'quotes, one deeper in each line': lines(900, (index) => `${'>'.repeat(index)} a`),
  'lists, one deeper in each line': lines(900, (index) => `${' '.repeat(index)}- a`),
  'empty items': fill('- \n'),
  'emphasis left open': fill('*a **a '),
  'emphasis of both kinds': fill('*_'),
  'strikes left open': fill('~~a'),
  'brackets left open': fill('['),
  'links left open': fill('[a]('),
  'images in links left open': fill('![['),
  'code left open': lines(900, (index) => '`'.repeat(index)),
  'a long table': `|a|b|c|d|\n|-|-|-|-|\n${'|x|y|z|w|\n'.repeat(rounds(50_000))}`,
  'a wide table': `${'|a'.repeat(rounds(5_000))}|\n${'|-'.repeat(rounds(5_000))}|\n${'|x\n'.repeat(rounds(100_000))}`,
  'references, and as many uses': `${lines(rounds(9_000), (index) => `[a${index}]: https://a.example/${index}`)}\n\n${lines(rounds(9_000), (index) => `[a${index}]`)}`,
  'one reference of great length, used often': `[a]: https://a.example "${'b'.repeat(rounds(250_000))}"\n\n${'[a]'.repeat(rounds(80_000))}`,
  entities: fill('&amp;'),
  'entities of nothing': fill('&#x0;'),
  headings: fill('#\n'),
  escapes: fill('\\'),
  elements: fill('<b>'),
};

/** Instead of the renderer: takes up memory at once, which that does only with a text ten times too long. */
const GREEDY = `
  module.exports = (task) => {
    const taken = [];
    while (task?.body === 'aa') taken.push(new Array(1_000_000).fill(0.5));
    return task && { rendered: { html: task.body, text: task.body } };
  };
`;

describe('The rendering thread', () => {
  const thread = largeTexts();
  afterAll(() => thread.close());

  const rendered = async (body: string, format: 'markdown' | 'html' = 'markdown') =>
    (await thread.run({ wanted: 'rendered', body, format }, LIMIT_MS)).outcome;
  /** As what was published before there was a limit. */
  const withoutLimit = (body: string, limitMs: number) =>
    thread.run({ wanted: 'rendered', body, format: 'markdown', maxElements: Infinity }, limitMs);

  it('renders', async () => {
    expect(await rendered('*a*')).toEqual({ rendered: { html: '<p><em>a</em></p>\n', text: 'a' } });
    expect(await rendered('<p onclick="a()">b', 'html')).toEqual({ rendered: { html: '<p>b</p>', text: 'b' } });
    const prepared = await thread.run({ wanted: 'prepared', body: '***', format: 'markdown' }, LIMIT_MS);
    expect(prepared.outcome).toEqual({ prepared: { text: '***', showsNothing: true, pictures: [], removed: [] } });
  });

  it('tells the processor time that a text took, of texts that are refused, too', async () => {
    const table = await thread.run({ wanted: 'rendered', body: TABLE, format: 'markdown' }, 30_000);
    expect(table.outcome).toEqual({ refused: 'too_complex' });
    expect(table.usedMs).toBeGreaterThan(0);
  });

  it.each(Object.entries(HOSTILE))(
    'finishes %s without blocking the process',
    async (_, body) => {
      for (const format of ['markdown', 'html'] as const) {
        const held = await leastHold(MAX_HOLD_MS, async () => {
          const outcome = await rendered(body, format).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RichTextRefusedError);
        });
        expect(held).toBeLessThan(MAX_HOLD_MS);
      }
    },
    120_000,
  );

  it('ends with a text that exceeds the time limit, and another one takes the next', async () => {
    await rendered('a');
    const refused = withoutLimit(TABLE, 100);
    await expect(refused).rejects.toEqual(new RichTextRefusedError('too_complex'));
    expect(await rendered('a')).toEqual({ rendered: { html: '<p>a</p>\n', text: 'a' } });
  });

  it('ends with a text that exceeds the memory limit, and another one takes the next', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rendering-thread-'));
    const program = join(directory, 'program.js');
    writeFileSync(program, GREEDY);
    const greedy = new RenderingThread(HEAP, program);
    const refused = greedy.run({ wanted: 'rendered', body: 'aa', format: 'markdown' }, 60_000);
    await expect(refused).rejects.toEqual(new RichTextRefusedError('too_complex'));
    const next = greedy.run({ wanted: 'rendered', body: 'a', format: 'markdown' }, 60_000);
    expect(await next).toEqual({ rendered: { html: 'a', text: 'a' } });
    await greedy.close();
    rmSync(directory, { recursive: true });
  }, 120_000);

  (isLong ? it : it.skip)(
    'ends with a real text that exceeds the memory limit, too',
    async () => {
      // Ten times as long as a body may be: no other text takes up memory as fast as short paragraphs.
      const refused = withoutLimit('a\n\n'.repeat(1_700_000), 60_000);
      await expect(refused).rejects.toEqual(new RichTextRefusedError('too_complex'));
      expect(await rendered('a')).toEqual({ rendered: { html: '<p>a</p>\n', text: 'a' } });
    },
    120_000,
  );

  it('reports a program that cannot be started', async () => {
    const broken = new RenderingThread(HEAP, '/nowhere/rendering-worker.js');
    const failed = broken.run({ wanted: 'rendered', body: 'a', format: 'markdown' }, LIMIT_MS);
    await expect(failed).rejects.not.toBeInstanceOf(RichTextRefusedError);
    await broken.close();
  });
});
