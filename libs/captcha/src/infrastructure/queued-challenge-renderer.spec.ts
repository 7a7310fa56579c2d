import type { CaptchaKind } from '../domain/captcha';
import { type RenderedChallenge, RendererUnavailableError } from '../domain/challenge-renderer';
import { watchTimers } from '../../../../test/support/pending-timers';
import { QueuedChallengeRenderer } from './queued-challenge-renderer';

const WAIT_LIMIT_MS = 1_500;

const CLICK: CaptchaKind = { type: 'click', level: 'standard', characters: 'hanzi' };
const ROTATE: CaptchaKind = { type: 'rotate', level: 'standard', characters: 'hanzi' };

/** Draws one at a time, when told to. */
class Easel {
  readonly asked: CaptchaKind[] = [];
  private turns: { done(challenge: RenderedChallenge): void; failed(error: Error): void }[] = [];
  isClosed = false;

  draw(kind: CaptchaKind): Promise<RenderedChallenge> {
    this.asked.push(kind);
    return new Promise((done, failed) => this.turns.push({ done, failed }));
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.turns.splice(0).forEach(({ failed }) => failed(new Error('closed')));
    return Promise.resolve();
  }

  /** Each with its own number. */
  async finish(count: number): Promise<void> {
    for (let drawn = 0; drawn < count; drawn++) {
      const [turn] = this.turns.splice(0, 1);
      if (!turn) throw new Error('Nothing is being drawn');
      turn.done({ answer: { type: 'rotate', angle: this.asked.length } } as RenderedChallenge);
      await settled();
    }
  }

  async fail(): Promise<void> {
    this.turns.splice(0).forEach(({ failed }) => failed(new Error('the process has ended')));
    await settled();
  }

  get isDrawing(): boolean {
    return this.turns.length > 0;
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

describe('The renderer', () => {
  let easel: Easel;
  let timers: ReturnType<typeof watchTimers>;
  let renderer: QueuedChallengeRenderer;

  beforeEach(() => {
    jest.useFakeTimers();
    timers = watchTimers(WAIT_LIMIT_MS);
    easel = new Easel();
    renderer = new QueuedChallengeRenderer(easel);
  });
  afterEach(async () => {
    await renderer.onApplicationShutdown();
    timers.restore();
    jest.useRealTimers();
    expect(timers.count()).toBe(0);
  });

  /** The outcome: the number of the challenge, or the error. */
  const asked = (kind: CaptchaKind, count = 1) =>
    Array.from({ length: count }, () => renderer.render(kind).catch((error: unknown) => error));

  it('draws nothing before the first request', () => {
    expect(easel.asked).toEqual([]);
  });

  it('then draws sixteen in advance, of that kind alone', async () => {
    const [first] = asked(CLICK);
    await easel.finish(17);
    expect(await first).toMatchObject({ answer: { angle: 1 } });
    expect(easel.isDrawing).toBe(false);
    expect(easel.asked).toEqual(Array.from({ length: 17 }, () => CLICK));
  });

  it('issues each once, and draws again when fewer than half are left', async () => {
    void asked(CLICK);
    await easel.finish(17);
    const eight = await Promise.all(asked(CLICK, 8));
    expect(easel.isDrawing).toBe(false);
    const ninth = await asked(CLICK)[0];
    expect(new Set([...eight, ninth].map((challenge) => JSON.stringify(challenge))).size).toBe(9);
    expect(easel.isDrawing).toBe(true);
    await easel.finish(9);
    expect(easel.isDrawing).toBe(false);
  });

  it('draws for those who wait before it draws in advance', async () => {
    void asked(CLICK);
    await easel.finish(3);
    const waiting = asked(ROTATE, 2);
    await easel.finish(3);
    expect(easel.asked.slice(4, 6)).toEqual([ROTATE, ROTATE]);
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  it('keeps one store for both sets of characters where none are shown', async () => {
    void asked(ROTATE);
    await easel.finish(17);
    const latin = renderer.render({ ...ROTATE, characters: 'latin' });
    await expect(latin).resolves.toBeDefined();
    expect(easel.isDrawing).toBe(false);
  });

  it('refuses a request that has waited for a second and a half, and serves the next', async () => {
    const [late] = asked(CLICK);
    await jest.advanceTimersByTimeAsync(1_499);
    const [next] = asked(CLICK);
    await jest.advanceTimersByTimeAsync(1);
    expect(await late).toBeInstanceOf(RendererUnavailableError);
    await easel.finish(1);
    expect(await next).toMatchObject({ answer: { angle: 1 } });
  });

  it('lets 64 wait, and refuses the next at once', async () => {
    const waiting = [...asked(CLICK, 40), ...asked(ROTATE, 24)];
    expect(await asked(CLICK)[0]).toBeInstanceOf(RendererUnavailableError);
    expect(await asked(ROTATE)[0]).toBeInstanceOf(RendererUnavailableError);
    await easel.finish(64);
    expect((await Promise.all(waiting)).filter((challenge) => challenge instanceof Error)).toEqual([]);
    await easel.finish(1);
    const [more] = asked(CLICK);
    await easel.finish(1);
    expect(await more).toBeDefined();
  });

  it('refuses all waiting requests when drawing fails, and tries again at the next request', async () => {
    const waiting = [...asked(CLICK, 3), ...asked(ROTATE, 2)];
    await easel.fail();
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(RendererUnavailableError);
      expect((error as Error).cause).toEqual(new Error('the process has ended'));
    }
    expect(easel.isDrawing).toBe(false);
    const [next] = asked(ROTATE);
    await easel.finish(1);
    expect(await next).toMatchObject({ answer: { type: 'rotate' } });
  });

  it('still issues ready challenges when drawing fails', async () => {
    void asked(CLICK);
    await easel.finish(6);
    await easel.fail();
    const five = await Promise.all(asked(CLICK, 5));
    expect(five.filter((challenge) => challenge instanceof Error)).toEqual([]);
  });

  it('refuses all requests once the server shuts down, and ends the process', async () => {
    const [waiting] = asked(CLICK);
    await renderer.onApplicationShutdown();
    expect(await waiting).toBeInstanceOf(RendererUnavailableError);
    expect(await asked(CLICK)[0]).toBeInstanceOf(RendererUnavailableError);
    expect(easel.isClosed).toBe(true);
  });
});
