import { randomInt } from 'node:crypto';
import { type Installation, startInstallation } from './support/installation';
import { check } from './support/checks';
import { Load } from './support/load';
import { describePlan, planOf } from './support/plan';
import { seeded } from './support/seeded';
import { describeWithServers } from './support/servers';
import { saveTable, tableOf } from './support/table';
import { type Row, tryOut } from './support/trial';
import { populate, type World } from './support/world';

const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(1, 1_000_000));
const only = process.env['FAULTS_ONLY'];
const plan = planOf(seed).filter(({ fault }) => only === undefined || fault.name.includes(only));

describeWithServers(`An installation under the faults of seed ${seed}`, () => {
  let on: Installation;
  let world: World;
  let load: Load;
  const rows: Row[] = [];

  beforeAll(async () => {
    process.stdout.write(describePlan(seed, plan));
    on = await startInstallation();
    world = await populate(on, seeded(seed));
    load = new Load(world);
    const reached = await load.calibrate();
    process.stdout.write(`Of 200 requests a second ${Math.round(reached)} were answered: there are ${load.rate}.\n`);
  }, 300_000);
  afterAll(async () => {
    process.stdout.write(`${tableOf(rows)}${saveTable(seed, rows)}\n`);
    await world.close();
    await on.stop();
    const isWell = rows.length === plan.length && rows.every(({ checks }) => typeof checks !== 'string');
    if (isWell) on.place.remove();
    else process.stdout.write(`The logs are in ${on.place.directory}\n`);
  }, 120_000);

  it.each(plan.map((step) => [step.fault.name, step] as const))(
    'loses nothing, sends nothing twice, and is up again by itself: %s',
    async (_name, step) => {
      const row = await tryOut(world, load, step);
      rows.push(row);
      process.stdout.write(tableOf([row]).split('\n')[2] + '\n');
      expect(row.checks).toEqual(expect.any(Object));
    },
    300_000,
  );

  it('has sent everything in the end', async () => {
    await check(world, true);
  }, 300_000);
});
