import { DependencyUnavailableError } from '@libs/kernel';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import { RenderingFailedError } from '../../domain/texts/rich-text-renderer';
import { watchTimers } from '../../../../../test/support/pending-timers';
import { QueuedRichTextRenderer } from './queued-rich-text-renderer';
import type { PerformedTask, RenderingOutcome, RenderingTask } from './rendering-task';

const WAIT_LIMIT_MS = 15_000;

const LARGE = 'x'.repeat(20_000);

/** Executes one task at a time, when told to. */
class Bench {
  readonly tasks: string[] = [];
  readonly limits: number[] = [];
  isClosed = false;
  private turn: { done(performed: PerformedTask): void; failed(error: Error): void } | undefined;

  run({ body }: RenderingTask, limitMs: number): Promise<PerformedTask> {
    this.tasks.push(body);
    this.limits.push(limitMs);
    return new Promise((done, failed) => (this.turn = { done, failed }));
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.turn?.failed(new Error('closed'));
    return Promise.resolve();
  }

  async finish(outcome?: RenderingOutcome | Error, usedMs = 1): Promise<void> {
    const { turn } = this;
    if (!turn) throw new Error('Nothing is being done');
    this.turn = undefined;
    if (outcome instanceof Error) turn.failed(outcome);
    else turn.done({ outcome: outcome ?? { rendered: { html: `<p>${this.tasks.at(-1)}</p>`, text: '' } }, usedMs });
    await settled();
  }
}

/** Resolves when everything that can go on has gone on. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 50; tick++) await Promise.resolve();
}

describe('The renderer of texts', () => {
  let bench: Bench;
  let benchOfLarge: Bench;
  let timers: ReturnType<typeof watchTimers>;
  let renderer: QueuedRichTextRenderer;

  beforeEach(() => {
    jest.useFakeTimers();
    timers = watchTimers(WAIT_LIMIT_MS);
    [bench, benchOfLarge] = [new Bench(), new Bench()];
    renderer = new QueuedRichTextRenderer({ small: bench, large: benchOfLarge }, 2_000);
  });

  afterEach(async () => {
    await renderer.onApplicationShutdown();
    expect([bench.isClosed, benchOfLarge.isClosed]).toEqual([true, true]);
    timers.restore();
    jest.useRealTimers();
    expect(timers.count()).toBe(0);
  });

  /** The outcome: the HTML, or the error. */
  const rendered = (tenantId: string, body: string, patience?: number) =>
    renderer.render(tenantId, body, 'markdown', patience).then(
      ({ html }) => html,
      (error: unknown) => error,
    );

  /** What a bench has to do, by its first letters: large texts are long. */
  const begun = ({ tasks }: Bench) => tasks.map((body) => body.slice(0, 2));

  it('renders one text after the other, within the limit or a multiple of it', async () => {
    const [a, b] = [rendered('one', `a ${LARGE}`), rendered('one', `b ${LARGE}`, 6)];
    await settled();
    expect(begun(benchOfLarge)).toEqual(['a ']);
    await benchOfLarge.finish();
    await benchOfLarge.finish();
    expect(await Promise.all([a, b])).toEqual([`<p>a ${LARGE}</p>`, `<p>b ${LARGE}</p>`]);
    expect(benchOfLarge.limits).toEqual([2_000, 12_000]);
  });

  it('renders a small text while large ones take as long as they take', async () => {
    const large = ['a1', 'a2'].map((name) => rendered('a', `${name} ${LARGE}`));
    const small = rendered('b', 'small');
    await settled();
    expect([begun(benchOfLarge), bench.tasks]).toEqual([['a1'], ['small']]);
    await bench.finish();
    expect(await small).toBe('<p>small</p>');
    await benchOfLarge.finish();
    await benchOfLarge.finish();
    await Promise.all(large);
  });

  it('gives a small text that takes long the time of a large one, where the large ones wait', async () => {
    const [slow, next] = [rendered('a', 'slow'), rendered('a', 'next')];
    await settled();
    await bench.finish(new RichTextRefusedError('too_complex'));
    expect([bench.tasks, bench.limits]).toEqual([
      ['slow', 'next'],
      [250, 250],
    ]);
    expect([benchOfLarge.tasks, benchOfLarge.limits]).toEqual([['slow'], [2_000]]);
    await bench.finish();
    expect(await next).toBe('<p>next</p>');
    await benchOfLarge.finish(new RichTextRefusedError('too_complex'));
    expect(await slow).toEqual(new RichTextRefusedError('too_complex'));
  });

  it('gives tenants their turns by the time that their texts took, not by their number', async () => {
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => rendered('a', `${name} ${LARGE}`)),
      ...['b1', 'b2', 'b3', 'b4'].map((name) => rendered('b', `${name} ${LARGE}`)),
      rendered('c', `c1 ${LARGE}`),
    ];
    await settled();
    const costs: Readonly<Record<string, number>> = { a: 2_500, b: 900, c: 30 };
    for (const _ of all) await benchOfLarge.finish(undefined, costs[begun(benchOfLarge).at(-1)!.slice(0, 1)]);
    expect(begun(benchOfLarge)).toEqual(['a1', 'b1', 'c1', 'b2', 'b3', 'a2', 'b4', 'a3']);
    await Promise.all(all);
  });

  it('does not forget what a tenant has taken who pauses between two texts', async () => {
    const first = rendered('a', `a1 ${LARGE}`);
    const others = ['b1', 'b2'].map((name) => rendered('b', `${name} ${LARGE}`));
    await settled();
    await benchOfLarge.finish(undefined, 2_500);
    await first;
    const second = rendered('a', `a2 ${LARGE}`);
    const newcomer = rendered('c', `c1 ${LARGE}`);
    for (const _ of [1, 2, 3, 4]) await benchOfLarge.finish(undefined, 900);
    expect(begun(benchOfLarge)).toEqual(['a1', 'b1', 'c1', 'b2', 'a2']);
    await Promise.all([...others, second, newcomer]);
  });

  it('lets 24 texts of a tenant and 64 in all wait, and refuses the next at once', async () => {
    const ofOne = Array.from({ length: 25 }, (_, index) => rendered('0', `${index}`));
    expect(await rendered('0', 'too many')).toBeInstanceOf(DependencyUnavailableError);
    const ofOthers = Array.from({ length: 40 }, (_, index) => rendered(`${1 + (index % 2)}`, 'a'));
    expect(await rendered('new', 'too many')).toBeInstanceOf(DependencyUnavailableError);
    await settled();
    for (const _ of [...ofOne, ...ofOthers]) await bench.finish();
    const outcomes = await Promise.all([...ofOne, ...ofOthers]);
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
  });

  it('refuses a text that has waited for fifteen seconds, and serves the next', async () => {
    const first = rendered('a', '1');
    const late = rendered('a', '2');
    await jest.advanceTimersByTimeAsync(14_999);
    const next = rendered('a', '3');
    await jest.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject({ retryAfterSeconds: 5 });
    expect(await late).toBeInstanceOf(DependencyUnavailableError);
    expect(await late).not.toBeInstanceOf(RenderingFailedError);
    await bench.finish();
    await bench.finish();
    expect(await Promise.all([first, next])).toEqual(['<p>1</p>', '<p>3</p>']);
  });

  it('distinguishes a refused text from a failed thread, and goes on after both', async () => {
    const texts = ['1', '2', '3', '4'].map((body) => rendered('a', body));
    await settled();
    await bench.finish({ refused: 'too_large', max: 7 });
    await bench.finish(new RichTextRefusedError('too_complex'));
    await benchOfLarge.finish(new RichTextRefusedError('too_complex'));
    await bench.finish(new Error('it cannot start'));
    await bench.finish();
    const [large, complex, failed, fine] = await Promise.all(texts);
    expect(large).toEqual(new RichTextRefusedError('too_large', 7));
    expect(complex).toEqual(new RichTextRefusedError('too_complex'));
    expect(failed).toBeInstanceOf(RenderingFailedError);
    expect(failed).toBeInstanceOf(DependencyUnavailableError);
    expect((failed as Error).cause).toEqual(new Error('it cannot start'));
    expect(fine).toBe('<p>4</p>');
  });

  it('refuses all texts once the server shuts down, and ends the thread', async () => {
    const texts = [rendered('a', '1'), rendered('b', '2')];
    await renderer.onApplicationShutdown();
    for (const outcome of [...(await Promise.all(texts)), await rendered('a', '3')]) {
      expect(outcome).toBeInstanceOf(DependencyUnavailableError);
    }
  });
});
