import { eventually } from '../support/api';
import { buildOf, type Build, PRESENT, previousCommit, type PreviousBuild } from './support/builds';
import { check } from './support/checks';
import { type Installation, startInstallation } from './support/installation';
import { Load } from './support/load';
import type { Program } from './support/programs';
import { redisAlone } from './support/redis';
import { replace } from './support/rollout';
import { seeded } from './support/seeded';
import { describeWithServers } from './support/servers';
import { populate, type World } from './support/world';

const PREVIOUS = previousCommit();
/** Between two steps, so that each meets requests. */
const MEANWHILE = 300;

if (PREVIOUS === null) process.stderr.write('There is no history of git here: upgrades are not tried\n');

describeWithServers('An installation that is replaced process by process', () => {
  let previous: PreviousBuild | null = null;
  let on: Installation;
  let world: World;
  let load: Load;

  beforeAll(async () => {
    previous = PREVIOUS === null ? null : buildOf(PREVIOUS);
    // Sentinels may be unknown to the previous build.
    on = await startInstallation(previous ?? PRESENT, redisAlone);
    world = await populate(on, seeded(1));
    load = new Load(world);
    await load.calibrate();
  }, 600_000);
  afterAll(async () => {
    await load.stop();
    await world.close();
    await on.stop();
    on.place.remove();
    previous?.remove();
  }, 120_000);

  const meanwhile = async () => {
    const before = world.measurement.count;
    await eventually(() => Promise.resolve(world.measurement.count - before >= MEANWHILE));
  };
  const replaceEach = async (programs: readonly Program[], build: Build) => {
    for (const program of programs) {
      expect([program.name, await replace(on, program, build)]).toEqual([program.name, 0]);
      await meanwhile();
    }
  };
  /** Workers first, as docs/operations.md wants it. */
  const rollOut = async (what: string, build: Build, migrate: () => Promise<void>) => {
    world.measurement.begin();
    load.start();
    await meanwhile();
    await migrate();
    await meanwhile();
    await replaceEach(on.workers, build);
    await on.run(build, 'admin', 'await-relays', '--timeout-seconds', '300');
    await replaceEach(on.apis, build);
    await load.stop();
    const { requests, seconds, failures, slowest } = world.measurement.end();
    process.stdout.write(
      `${what}: ${requests} requests (${Math.round(requests / seconds)} a second), failed: ${JSON.stringify(failures)}, ` +
        `the slowest ${Math.round(slowest.ms)} ms (${slowest.what})\n`,
    );
    expect(failures).toEqual({});
    await check(world);
  };

  (PREVIOUS === null ? it.skip : it)(
    'fails no request in an upgrade over a migration',
    async () => {
      const applied = async () => (await on.sql('SELECT name FROM schema_migrations')).length;
      const before = await applied();
      await rollOut('Upgrade', PRESENT, () => on.run(PRESENT, 'migration'));
      expect(await applied()).toBeGreaterThan(before);
      const heard = await on.sql('SELECT kind, commit FROM runtime_instances ORDER BY kind');
      expect(heard).toEqual(['api', 'api', 'worker', 'worker'].map((kind) => ({ kind, commit: PRESENT.commit })));
    },
    600_000,
  );

  it('fails no request in a restart', () => rollOut('Restart', PRESENT, () => Promise.resolve()), 600_000);
});
