import { UploadTurns } from './upload-turns';

const AT_ONCE = 8;
const NEVER = new AbortController().signal;

/** Uploads that go on until they are told to end. */
function uploads(turns: UploadTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, key = name, signal = NEVER) =>
    turns.take(key, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { begun, take, end: (name: string) => ends.get(name)?.() };
}

/** Whatever can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('UploadTurns', () => {
  it('let so many in, and the next as soon as one is done', async () => {
    const { begun, take, end } = uploads(new UploadTurns());
    const names = Array.from({ length: AT_ONCE + 2 }, (_, index) => `upload ${index}`);
    const all = names.map((name) => take(name));
    await settled();
    expect(begun).toEqual(names.slice(0, AT_ONCE));
    end('upload 3');
    await settled();
    expect(begun).toEqual(names.slice(0, AT_ONCE + 1));
    for (const name of names) {
      end(name);
      await settled();
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('let one of each key in, however many it starts, and others past them', async () => {
    const { begun, take, end } = uploads(new UploadTurns());
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

  it('go on after an upload that fails', async () => {
    const turns = new UploadTurns();
    await expect(turns.take('a', NEVER, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.take('a', NEVER, () => Promise.resolve('fine'))).resolves.toBe('fine');
  });

  it('forget who gives up while waiting', async () => {
    const { begun, take, end } = uploads(new UploadTurns());
    const first = take('first', 'key');
    const hangUp = new AbortController();
    const second = take('second', 'key', hangUp.signal);
    const third = take('third', 'key');
    hangUp.abort(new Error('hung up'));
    await expect(second).rejects.toThrow('hung up');
    end('first');
    await first;
    await settled();
    end('third');
    expect(await third).toBe('third');
    expect(begun).toEqual(['first', 'third']);
    await expect(take('fourth', 'key', hangUp.signal)).rejects.toThrow('hung up');
  });
});
