import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAPTCHA_TYPES, type CaptchaKind, type CaptchaLevel } from '../domain/captcha';
import { DrawingThread, type ThreadLimits } from './drawing-thread';
import { QueuedChallengeRenderer } from './queued-challenge-renderer';

const LIMITS: ThreadLimits = { challenges: 1_000, memoryBytes: 1e12, drawingMs: 20_000, idleMs: 60_000 };

/** Reports its thread, or fails in the way that the level asks for. */
const PROGRAM = `
  const { threadId } = require('node:worker_threads');
  module.exports = ({ level }) => {
    if (level === 'easy') throw new Error('cannot draw');
    if (level === 'hard') process.exit(7);
    return { threadId };
  };`;
const HANGING = 'module.exports = () => { for (;;); };';

describe('The drawing thread', () => {
  const directory = mkdtempSync(join(tmpdir(), 'captcha-thread-'));
  const open: DrawingThread[] = [];
  const threadOf = (limits: Partial<ThreadLimits> = {}, program?: string) => {
    const file = join(directory, `program-${open.length}.js`);
    if (program) writeFileSync(file, program);
    const thread = new DrawingThread({ ...LIMITS, ...limits }, ...(program ? [file] : []));
    open.push(thread);
    return thread;
  };
  const kind = (level: CaptchaLevel): CaptchaKind => ({ type: 'click', level, characters: 'hanzi' });
  const idOf = async (thread: DrawingThread) =>
    ((await thread.draw(kind('standard'))) as unknown as { threadId: number }).threadId;

  afterEach(() => Promise.all(open.map((thread) => thread.close())));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('draws each type with the built program', async () => {
    const thread = threadOf();
    for (const type of CAPTCHA_TYPES) {
      const { puzzle, answer } = await thread.draw({ type, level: 'standard', characters: 'latin' });
      expect([puzzle.type, answer.type]).toEqual([type, type]);
      expect(puzzle.main.dataUrl).toMatch(/^data:image\/jpeg;base64,/);
    }
  });

  it('goes on drawing in one thread', async () => {
    const thread = threadOf({}, PROGRAM);
    expect(await idOf(thread)).toBe(await idOf(thread));
  });

  it.each([
    ['throws', 'easy', 'cannot draw'],
    ['ends', 'hard', 'exited with code: 7'],
  ] as const)('fails when the program %s, and starts another thread for the next', async (_, level, message) => {
    const thread = threadOf({}, PROGRAM);
    const first = await idOf(thread);
    await expect(thread.draw(kind(level))).rejects.toThrow(message);
    expect(await idOf(thread)).not.toBe(first);
  });

  it('is ended when it hangs', async () => {
    const thread = threadOf({ drawingMs: 200 }, HANGING);
    await expect(thread.draw(kind('standard'))).rejects.toThrow('aborted');
    await expect(thread.draw(kind('standard'))).rejects.toThrow('aborted');
  });

  it('is replaced after a number of challenges', async () => {
    const thread = threadOf({ challenges: 2 }, PROGRAM);
    const ids = [await idOf(thread), await idOf(thread), await idOf(thread), await idOf(thread)];
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[1]).not.toBe(ids[2]);
  });

  it('is replaced when the process has grown', async () => {
    const thread = threadOf({ memoryBytes: -1e12 }, PROGRAM);
    const ids: number[] = [];
    for (let drawn = 0; drawn < 51; drawn++) ids.push(await idOf(thread));
    expect(new Set(ids.slice(0, 50)).size).toBe(1);
    expect(ids[50]).not.toBe(ids[0]);
  });

  it('fails without a program', async () => {
    const thread = new DrawingThread(LIMITS, join(directory, 'missing.js'));
    open.push(thread);
    await expect(thread.draw(kind('standard'))).rejects.toThrow();
  });

  it('fills the queues of the renderer, and ends with it', async () => {
    const renderer = new QueuedChallengeRenderer(threadOf());
    const challenges = await Promise.all(
      Array.from({ length: 20 }, () => renderer.render({ type: 'slide', level: 'easy', characters: 'hanzi' })),
    );
    expect(new Set(challenges.map(({ puzzle }) => puzzle.main.dataUrl)).size).toBe(20);
    await renderer.onApplicationShutdown();
  });
});
