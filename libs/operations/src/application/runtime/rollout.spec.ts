import type { Instance, InstanceKind } from '../../infrastructure/runtime/instances';
import { relaysToAwait } from './rollout';

const MINE = { version: '1.1.0', commit: 'b' };

function anInstance(kind: InstanceKind, commit: string | null, version = '1.1.0'): Instance {
  const [startedAt, lastSeenAt] = [new Date(0), new Date(0)];
  const rest = { node: 'v24.0.0', hostname: 'host', rssBytes: 1, heapUsedBytes: 1, startedAt, lastSeenAt };
  return { id: `${kind} of ${version} ${commit}`, kind, version, commit, ...rest };
}

const idsOf = (instances: readonly Instance[]) => instances.map(({ id }) => id);

describe('A rollout', () => {
  it('begins at once where nothing runs, or nothing but this build', () => {
    expect(relaysToAwait([], MINE)).toEqual([]);
    expect(relaysToAwait([anInstance('worker', 'b'), anInstance('all', 'b')], MINE)).toEqual([]);
  });

  it('awaits every relay of another commit or version, in workers and in apis', () => {
    const others = [anInstance('worker', 'a'), anInstance('all', 'a'), anInstance('worker', 'b', '1.0.0')];
    expect(idsOf(relaysToAwait([...others, anInstance('worker', 'b')], MINE))).toEqual(idsOf(others));
  });

  it('does not await apis that leave the relay to workers', () => {
    expect(relaysToAwait([anInstance('api', 'a')], MINE)).toEqual([]);
  });

  it('lets an api be replaced while the build that follows it is rolled out', () => {
    expect(relaysToAwait([anInstance('worker', 'c'), anInstance('api', 'b')], MINE)).toEqual([]);
  });

  it('does not take an api with a relay of its own for a sign that the others follow', () => {
    const previous = anInstance('worker', 'a');
    expect(relaysToAwait([previous, anInstance('all', 'b')], MINE)).toEqual([previous]);
  });

  it('cannot tell builds apart that were not told their commit', () => {
    expect(relaysToAwait([anInstance('worker', null)], { ...MINE, commit: null })).toEqual([]);
  });
});
