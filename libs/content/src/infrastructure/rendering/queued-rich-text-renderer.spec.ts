import { DependencyUnavailableError } from '@libs/kernel';
import { RichTextRefusedError } from '../../domain/texts/rich-text';
import { RenderingFailedError } from '../../domain/texts/rich-text-renderer';
import { QueuedRichTextRenderer } from './queued-rich-text-renderer';
import type { RenderingOutcome, RenderingTask } from './rendering-task';

/** Executes one task at a time, when told to. */
class Bench {
  readonly tasks: string[] = [];
  readonly limits: number[] = [];
  isClosed = false;
  private turn: { done(outcome: RenderingOutcome): void; failed(error: Error): void } | undefined;

  run({ body }: RenderingTask, limitMs: number): Promise<RenderingOutcome> {
    this.tasks.push(body);
    this.limits.push(limitMs);
    return new Promise((done, failed) => (this.turn = { done, failed }));
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.turn?.failed(new Error('closed'));
    return Promise.resolve();
  }

  async finish(outcome?: RenderingOutcome | Error): Promise<void> {
    const { turn } = this;
    if (!turn) throw new Error('Nothing is being done');
    this.turn = undefined;
    if (outcome instanceof Error) turn.failed(outcome);
    else turn.done(outcome ?? { rendered: { html: `<p>${this.tasks.at(-1)}</p>`, text: '' } });
    for (let tick = 0; tick < 10; tick++) await Promise.resolve();
  }
}

describe('The renderer of texts', () => {
  let bench: Bench;
  let renderer: QueuedRichTextRenderer;

  beforeEach(() => {
    jest.useFakeTimers();
    bench = new Bench();
    renderer = new QueuedRichTextRenderer(bench, 2_000);
  });

  afterEach(async () => {
    await renderer.onApplicationShutdown();
    expect(bench.isClosed).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  /** The outcome: the HTML, or the error. */
  const rendered = (tenantId: string, body: string, patience?: number) =>
    renderer.render(tenantId, body, 'markdown', patience).then(
      ({ html }) => html,
      (error: unknown) => error,
    );

  it('renders one text after the other, within the limit or a multiple of it', async () => {
    const [a, b] = [rendered('one', 'a'), rendered('one', 'b', 6)];
    expect(bench.tasks).toEqual(['a']);
    await bench.finish();
    await bench.finish();
    expect(await Promise.all([a, b])).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(bench.limits).toEqual([2_000, 12_000]);
  });

  it('gives each tenant its turn', async () => {
    const all = [...['a1', 'a2', 'a3'].map((body) => rendered('a', body)), rendered('b', 'b1'), rendered('c', 'c1')];
    for (const _ of all) await bench.finish();
    expect(bench.tasks).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    await Promise.all(all);
  });

  it('lets 24 texts of a tenant and 64 in all wait, and refuses the next at once', async () => {
    const ofOne = Array.from({ length: 25 }, (_, index) => rendered('0', `${index}`));
    expect(await rendered('0', 'too many')).toBeInstanceOf(DependencyUnavailableError);
    const ofOthers = Array.from({ length: 40 }, (_, index) => rendered(`${1 + (index % 2)}`, 'a'));
    expect(await rendered('new', 'too many')).toBeInstanceOf(DependencyUnavailableError);
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
    await bench.finish({ refused: 'too_large', max: 7 });
    await bench.finish(new RichTextRefusedError('too_complex'));
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
