import { effectScope, ref } from 'vue';
import { beginVisit, endVisit } from '../api/visit';
import { useLeaving } from './leaving';
import { oneByOne } from './one-by-one';

describe('What somebody has begun on a page', () => {
  const kept = new Map<string, string>();
  beforeAll(() => {
    const sessionStorage = {
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: sessionStorage });
  });

  const path = ref({ app_id: 'one' });
  const onPage = () => {
    const scope = effectScope();
    const signalOf = scope.run(() => useLeaving(() => path.value))!;
    return { scope, signalOf };
  };
  const rows = new Map([...'abc'].map((id) => [id, {}]));

  /** What has been done of a batch in the midst of whose second row something happens. */
  async function doneOf(signal: AbortSignal, happens: () => void): Promise<string[]> {
    const done: string[] = [];
    const attempt = oneByOne({ rows, signal }, (_row, id) => {
      if (id === 'b') happens();
      done.push(id);
      return Promise.resolve();
    });
    await attempt.catch((error: unknown) => expect(error).toMatchObject({ done: 2, notBegun: ['c'] }));
    return done;
  }

  it('stops where another App is chosen', async () => {
    const { scope, signalOf } = onPage();
    expect(await doneOf(signalOf(), () => (path.value = { app_id: 'other' }))).toEqual(['a', 'b']);
    expect(await doneOf(signalOf(), () => (path.value = { app_id: 'other' }))).toEqual(['a', 'b', 'c']);
    scope.stop();
  });

  it('stops where the visit of a tenant ends, and where one begins', async () => {
    beginVisit({ id: 'guest', code: 'guest', name: 'Guest' });
    const { scope, signalOf } = onPage();
    expect(await doneOf(signalOf(), endVisit)).toEqual(['a', 'b']);
    const begin = (): void => beginVisit({ id: 'guest', code: 'guest', name: 'Guest' });
    expect(await doneOf(signalOf(), begin)).toEqual(['a', 'b']);
    // The same visit, for longer.
    expect(await doneOf(signalOf(), begin)).toEqual(['a', 'b', 'c']);
    endVisit();
    scope.stop();
  });

  it('stops where the page is left', async () => {
    const { scope, signalOf } = onPage();
    expect(await doneOf(signalOf(), () => scope.stop())).toEqual(['a', 'b']);
  });
});
