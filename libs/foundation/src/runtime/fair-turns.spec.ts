import { DependencyUnavailableError } from '@libs/kernel';
import { FairTurns } from './fair-turns';

const AT_ONCE = 8;

/** Work that goes on until it is told to end. */
function pieces(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, lane = name, signal?: AbortSignal) =>
    turns.take(
      lane,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  return { begun, take, end: (name: string) => ends.get(name)?.() };
}

/** Resolves when everything that can run has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairTurns', () => {
  it('let a limited number run, and the next as soon as one is done', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: AT_ONCE, eachAtOnce: 1 }));
    const names = Array.from({ length: AT_ONCE + 2 }, (_, index) => `piece ${index}`);
    const all = names.map((name) => take(name));
    await settled();
    expect(begun).toEqual(names.slice(0, AT_ONCE));
    end('piece 3');
    await settled();
    expect(begun).toEqual(names.slice(0, AT_ONCE + 1));
    for (const name of names) {
      end(name);
      await settled();
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('let one of each lane run, however many it starts, and others past them', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: AT_ONCE, eachAtOnce: 1 }));
    const slow = Array.from({ length: 20 }, (_, index) => take(`slow ${index}`, 'attacker'));
    const mine = take('mine');
    await settled();
    expect(begun).toEqual(['slow 0', 'mine']);
    end('mine');
    expect(await mine).toBe('mine');
    for (let index = 0; index < 20; index++) {
      end(`slow ${index}`);
      await settled();
    }
    await Promise.all(slow);
    expect(begun).toEqual(['slow 0', 'mine', ...Array.from({ length: 19 }, (_, index) => `slow ${index + 1}`)]);
  });

  it('take the lanes in turn where there is one place for all', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: 1, eachAtOnce: 1 }));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => take(name, name.slice(0, 1)));
    for (let done = 0; done < all.length; done++) {
      await settled();
      end(begun.at(-1) ?? '');
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('let several of a lane run where its share is larger', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: 3, eachAtOnce: 2 }));
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => take(name, name.slice(0, 1)));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a1', 'a2', 'a3']) {
      end(name);
      await settled();
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go on after work that fails', async () => {
    const turns = new FairTurns({ atOnce: 1, eachAtOnce: 1 });
    await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.take('a', () => Promise.resolve('fine'))).resolves.toBe('fine');
  });

  it('forget work that is given up while waiting', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: AT_ONCE, eachAtOnce: 1 }));
    const first = take('first', 'lane');
    const hangUp = new AbortController();
    const second = take('second', 'lane', hangUp.signal);
    const third = take('third', 'lane');
    hangUp.abort(new Error('hung up'));
    await expect(second).rejects.toThrow('hung up');
    end('first');
    await first;
    await settled();
    end('third');
    expect(await third).toBe('third');
    expect(begun).toEqual(['first', 'third']);
    await expect(take('fourth', 'lane', hangUp.signal)).rejects.toThrow('hung up');
  });

  it('refuse work at once when enough of its lane wait, and none of another lane', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: AT_ONCE, eachAtOnce: 1, eachWaiting: 2 }));
    const all = ['a1', 'a2', 'a3'].map((name) => take(name, 'a'));
    await expect(take('a4', 'a')).rejects.toMatchObject({ retryAfterSeconds: 5 });
    await expect(take('a5', 'a')).rejects.toBeInstanceOf(DependencyUnavailableError);
    const other = take('b1', 'b');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    await settled();
    const late = take('a6', 'a');
    for (const name of ['a2', 'a3', 'a6', 'b1']) {
      end(name);
      await settled();
    }
    expect(await Promise.all([...all, late, other])).toEqual(['a1', 'a2', 'a3', 'a6', 'b1']);
  });

  it('refuse work that has waited too long, and none that has started', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: 1, eachAtOnce: 1, waitMs: 20 }));
    const first = take('first');
    await expect(take('second')).rejects.toBeInstanceOf(DependencyUnavailableError);
    end('first');
    expect(await first).toBe('first');
    expect(begun).toEqual(['first']);
  });

  it('take the lane that has spent least, where turns tell what they cost', async () => {
    const turns = new FairTurns({ atOnce: 1, eachAtOnce: 1 });
    const begun: string[] = [];
    const take = (name: string, cost: number) =>
      turns.take(name.slice(0, 1), async (charge) => {
        begun.push(name);
        charge(cost);
        await settled();
      });
    const all = [take('a1', 100), take('a2', 100), take('b1', 40), take('b2', 40), take('b3', 40), take('b4', 40)];
    await all[0];
    // Comes with what the others have spent by now, and has spent most after its turn.
    all.push(take('c1', 1_000));
    await all[4];
    // A pause forgives nothing.
    all.push(take('c2', 1), take('a3', 100));
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'b3', 'a2', 'b4', 'a3', 'c2']);
  });

  it('refuse work at once when enough of all lanes wait', async () => {
    const { begun, take, end } = pieces(new FairTurns({ atOnce: 1, eachAtOnce: 1, waiting: 2 }));
    const all = [take('a1', 'a'), take('a2', 'a'), take('b1', 'b')];
    await expect(take('c1', 'c')).rejects.toBeInstanceOf(DependencyUnavailableError);
    for (const name of ['a1', 'b1', 'a2']) {
      await settled();
      end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });
});
