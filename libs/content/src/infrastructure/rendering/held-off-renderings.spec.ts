import { DependencyUnavailableError } from '@libs/kernel';
import { RenderingFailedError } from '../../domain/texts/rich-text-renderer';
import { HeldOffRenderings } from './held-off-renderings';

const MINUTE_MS = 60_000;

describe('Held-off renderings', () => {
  let held: HeldOffRenderings;
  let tried: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    held = new HeldOffRenderings(3);
    tried = [];
  });
  afterEach(() => jest.useRealTimers());

  /** After how many seconds to try again. */
  const failing = async (key: string, error: Error = new RenderingFailedError()) => {
    const failure = held.unlessHeld(key, () => {
      tried.push(key);
      return Promise.reject(error);
    });
    return failure.then(
      () => 0,
      ({ retryAfterSeconds }: RenderingFailedError) => retryAfterSeconds,
    );
  };

  it('are tried again after five minutes, and others at any time', async () => {
    expect(await failing('a')).toBe(300);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(await failing('a')).toBe(240);
    expect(await held.unlessHeld('b', () => Promise.resolve('b'))).toBe('b');
    jest.advanceTimersByTime(4 * MINUTE_MS);
    expect(tried).toEqual(['a']);
    expect(await held.unlessHeld('a', () => Promise.resolve('a'))).toBe('a');
  });

  it('are those that failed, not those that never had a turn', async () => {
    await failing('a', new DependencyUnavailableError({ retryAfterSeconds: 5 }));
    await failing('a', new DependencyUnavailableError({ retryAfterSeconds: 5 }));
    expect(tried).toEqual(['a', 'a']);
  });

  it('are limited in number: the oldest are forgotten', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'd', 'c', 'b', 'a']) await failing(key);
    expect(tried).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});
