import type { Arena, Ground } from '../arena';
import { measure, type Round } from '../comparison';
import { restore } from '../data/database';
import { amountFor } from '../load/generator';
import type { Options } from '../options';
import type { Suite } from '../suites/suite';

interface Grown {
  readonly small: readonly Round[];
  readonly grown: readonly Round[];
}

/** The api on the small database and on the large one, in turn. */
export async function growthOf(
  arena: Arena,
  grounds: readonly Ground[],
  suite: Suite,
  options: Options,
): Promise<Grown> {
  const amount = amountFor(suite, options.amount);
  const rounds = grounds.map(() => [] as Round[]);
  for (const [place, { stage, api, database }] of grounds.entries()) {
    if (suite.writes) await restore(arena.postgres, database);
    await arena.generator(place).prepare(suite, api.url, await suite.script(stage, 'api'), options);
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const [place, { api }] of grounds.entries()) {
      rounds[place]?.push(await measure(arena, api.pid, () => arena.generator(place).run(amount)));
    }
  }
  const [small = [], grown = []] = rounds;
  return { small, grown };
}
