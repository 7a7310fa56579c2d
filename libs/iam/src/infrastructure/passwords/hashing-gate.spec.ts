import { HashingGate } from './hashing-gate';

describe('HashingGate', () => {
  it('admits as many as it has room for, and the others in order of arrival', async () => {
    const gate = new HashingGate(2, 10, 1_000);
    const [first, second] = [await gate.enter(), await gate.enter()];
    const admitted: string[] = [];
    const third = gate.enter().then((leave) => (admitted.push('third'), leave));
    const fourth = gate.enter().then((leave) => (admitted.push('fourth'), leave));
    await Promise.resolve();
    expect(admitted).toEqual([]);
    first!();
    const leaveThird = await third;
    expect(admitted).toEqual(['third']);
    second!();
    const leaveFourth = await fourth;
    leaveThird!();
    leaveFourth!();
    expect(await gate.enter()).not.toBeNull();
  });

  it('refuses callers that find the queue full', async () => {
    const gate = new HashingGate(1, 1, 1_000);
    const leave = await gate.enter();
    const waiting = gate.enter();
    expect(await gate.enter()).toBeNull();
    leave!();
    (await waiting)!();
  });

  it('refuses callers that have waited too long, and keeps no place for them', async () => {
    const gate = new HashingGate(1, 1, 20);
    const leave = await gate.enter();
    expect(await gate.enter()).toBeNull();
    leave!();
    const next = await gate.enter();
    expect(next).not.toBeNull();
    next!();
  });

  it('counts a departure once', async () => {
    const gate = new HashingGate(1, 0, 20);
    const leave = await gate.enter();
    leave!();
    leave!();
    expect(await gate.enter()).not.toBeNull();
    expect(await gate.enter()).toBeNull();
  });
});
