import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHALLENGE_TYPES, type CaptchaKind, type CaptchaLevel } from '../domain/captcha';
import { DrawingProcess, type ProcessLimits } from './drawing-process';
import { QueuedChallengeRenderer } from './queued-challenge-renderer';
import { eventually } from '../../../../test/support/api';

const LIMITS: ProcessLimits = { challenges: 1_000, memoryBytes: 1e12, drawingMs: 20_000, idleMs: 60_000 };

/** Reports its process, or fails in the way that the level asks for. */
const PROGRAM = `
  module.exports = ({ level }) => {
    if (level === 'easy') throw new Error('cannot draw');
    if (level === 'hard') process.exit(7);
    return { pid: process.pid, environment: process.env };
  };`;
/** Keeps 20 MiB of each drawing. */
const GREEDY = `
  const kept = [];
  module.exports = () => {
    kept.push(Buffer.alloc(20 * 1024 * 1024, 1));
    return { pid: process.pid };
  };`;
const HANGING = 'module.exports = () => { for (;;); };';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('The drawing process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'captcha-process-'));
  const open: DrawingProcess[] = [];
  const processOf = (limits: Partial<ProcessLimits> = {}, program?: string) => {
    const file = join(directory, `program-${open.length}.js`);
    if (program) writeFileSync(file, program);
    const drawing = new DrawingProcess({ ...LIMITS, ...limits }, ...(program ? [file] : []));
    open.push(drawing);
    return drawing;
  };
  const kind = (level: CaptchaLevel): CaptchaKind => ({ type: 'click', level, characters: 'hanzi' });
  const pidOf = async (drawing: DrawingProcess) =>
    ((await drawing.draw(kind('standard'))) as unknown as { pid: number }).pid;

  afterEach(() => Promise.all(open.map((drawing) => drawing.close())));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('draws each type with the built program', async () => {
    const drawing = processOf();
    for (const type of CHALLENGE_TYPES) {
      const { puzzle, answer } = await drawing.draw({ type, level: 'standard', characters: 'latin' });
      expect([puzzle.type, answer.type]).toEqual([type, type]);
      expect(puzzle.main.dataUrl).toMatch(/^data:image\/jpeg;base64,/);
    }
  });

  it('goes on drawing in one process', async () => {
    const drawing = processOf({}, PROGRAM);
    expect(await pidOf(drawing)).toBe(await pidOf(drawing));
  });

  it.each([
    ['throws', 'easy', 'cannot draw'],
    ['ends', 'hard', 'exited with 7'],
  ] as const)('fails when the program %s, and starts another for the next', async (_, level, message) => {
    const drawing = processOf({}, PROGRAM);
    const first = await pidOf(drawing);
    await expect(drawing.draw(kind(level))).rejects.toThrow(message);
    expect(await pidOf(drawing)).not.toBe(first);
  });

  it('is ended when it hangs', async () => {
    const drawing = processOf({ drawingMs: 200 }, HANGING);
    await expect(drawing.draw(kind('standard'))).rejects.toThrow('aborted');
    await expect(drawing.draw(kind('standard'))).rejects.toThrow('aborted');
  });

  it('is replaced after a number of challenges', async () => {
    const drawing = processOf({ challenges: 2 }, PROGRAM);
    const ids = [await pidOf(drawing), await pidOf(drawing), await pidOf(drawing), await pidOf(drawing)];
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[1]).not.toBe(ids[2]);
  });

  it('is replaced when it has taken too much memory, and leaves none of it behind', async () => {
    const drawing = processOf({ memoryBytes: 150 * 1024 * 1024 }, GREEDY);
    const before = process.memoryUsage.rss();
    const pids: number[] = [];
    for (let drawn = 0; drawn < 20; drawn++) pids.push(await pidOf(drawing));
    expect(new Set(pids).size).toBeGreaterThan(1);
    expect(new Set(pids).size).toBeLessThan(pids.length);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('starts once for two challenges at once', async () => {
    const drawing = processOf({}, PROGRAM);
    const pids = await Promise.all([pidOf(drawing), pidOf(drawing)]);
    expect(pids[0]).toBe(pids[1]);
    expect(pids[0]).not.toBe(process.pid);
  });

  it('ends when it is not needed any more', async () => {
    const drawing = processOf({ idleMs: 50 }, PROGRAM);
    const pid = await pidOf(drawing);
    await eventually(() => Promise.resolve(!isAlive(pid)));
    expect(await pidOf(drawing)).not.toBe(pid);
  });

  it('knows nothing of the environment, where the secrets are', async () => {
    const { environment } = (await processOf({}, PROGRAM).draw(kind('standard'))) as unknown as {
      environment: Record<string, string>;
    };
    expect(Object.keys(environment)).not.toContain('PATH');
    expect(Object.keys(environment).filter((name) => name in process.env)).toEqual([]);
  });

  it('fails without a program', async () => {
    const drawing = new DrawingProcess(LIMITS, join(directory, 'missing.js'));
    open.push(drawing);
    await expect(drawing.draw(kind('standard'))).rejects.toThrow();
  });

  it('fills the queues of the renderer, and ends with it', async () => {
    const renderer = new QueuedChallengeRenderer(processOf());
    const challenges = await Promise.all(
      Array.from({ length: 20 }, () => renderer.render({ type: 'slide', level: 'easy', characters: 'hanzi' })),
    );
    expect(new Set(challenges.map(({ puzzle }) => puzzle.main.dataUrl)).size).toBe(20);
    await renderer.onApplicationShutdown();
  });
});
