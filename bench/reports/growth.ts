import type { Arena, Ground } from '../arena';
import { measure, type Round } from '../comparison';
import { restore } from '../data/database';
import { LoadGenerator } from '../load/generator';
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
  const { amount } = options;
  const generators: LoadGenerator[] = [];
  const rounds = grounds.map(() => [] as Round[]);
  try {
    for (const { stage, api, database } of grounds) {
      if (suite.writes) await restore(arena.postgres, database);
      generators.push(await LoadGenerator.forSuite(suite, api.url, await suite.script(stage, 'api'), options));
    }
    for (let round = 0; round < options.rounds; round++) {
      for (const [at, { api }] of grounds.entries()) {
        const generator = generators[at];
        if (generator) rounds[at]?.push(await measure(arena, api.pid, () => generator.run(amount)));
      }
    }
  } finally {
    await Promise.all(generators.map((generator) => generator.stop()));
  }
  const [small = [], grown = []] = rounds;
  return { small, grown };
}
