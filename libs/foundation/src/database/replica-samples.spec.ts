import fc from 'fast-check';
import { ReplicaSamples } from './replica-samples';

const positionOf = (bytes: number) => `${Math.floor(bytes / 2 ** 32).toString(16)}/${(bytes % 2 ** 32).toString(16)}`;

describe('What a replica may lack', () => {
  it('is known from the first sample on, and not from old ones', () => {
    const samples = new ReplicaSamples(60_000);
    expect(samples.required(0, 5_000)).toBeNull();
    samples.add({ at: 1_000, position: '0/A' });
    samples.add({ at: 2_000, position: '0/B' });
    expect(samples.required(2_500, 5_000)).toBe('0/A');
    expect(samples.required(6_500, 5_000)).toBe('0/B');
    expect(samples.required(7_001, 5_000)).toBeNull();
  });

  it('is as old as the newest position that it has replayed, by numbers and not by letters', () => {
    const samples = new ReplicaSamples(60_000);
    samples.add({ at: 1_000, position: '9/FFFFFFFF' });
    samples.add({ at: 2_000, position: '10/1' });
    expect(samples.behind(3_000, '10/0')).toBe(2_000);
    expect(samples.behind(3_000, '10/1')).toBe(1_000);
    expect(samples.behind(3_000, '9/FFFFFFFE')).toBeNull();
  });

  it('never exceeds the limit where the required position was replayed', () => {
    const steps = fc.array(fc.record({ ms: fc.integer({ min: 1, max: 3_000 }), bytes: fc.nat(2 ** 40) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, fc.nat(10_000), (taken, later) => {
        const samples = new ReplicaSamples(60_000);
        let [at, bytes] = [0, 0];
        for (const step of taken) {
          at += step.ms;
          bytes += step.bytes;
          samples.add({ at, position: positionOf(bytes) });
        }
        const required = samples.required(at + later, 5_000);
        if (required === null) return later > 5_000;
        const behind = samples.behind(at + later, required);
        return behind !== null && behind <= 5_000;
      }),
    );
  });
});
