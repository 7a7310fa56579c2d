import type { Arena } from '../arena';
import { residentBytes } from '../measure/processes';
import type { Options } from '../options';
import { mebibytes } from './tables';

const STEPS = 20;
const MILLION = 1_000_000;

/** The memory of the api over a million requests: what it has taken after the first tenth should do for all of them. */
export async function reportMillion(arena: Arena, options: Options): Promise<void> {
  const { suites, members, amount } = options;
  const requestsAStep = Math.ceil(Math.min(MILLION, amount.requests) / STEPS);
  const { stage, api } = await arena.ground(members);
  for (const suite of suites) {
    console.log(`${suite.name}, at the start ${mebibytes(residentBytes(api.pid))}`);
    const generator = arena.generator(0);
    await generator.prepare(suite, api.url, await suite.script(stage, 'api'), options);
    const sizes: number[] = [];
    for (let step = 1; step <= STEPS; step++) {
      const { requests, seconds } = await generator.run({ requests: requestsAStep, seconds: Infinity });
      sizes.push(residentBytes(api.pid));
      const done = (step * requestsAStep).toLocaleString('en-US').padStart(9);
      console.log(`${done} requests  ${mebibytes(sizes.at(-1) ?? 0)}  ${(requests / seconds).toFixed(0)}/s`);
    }
    console.log(`grown by ${(growth(sizes) * 100).toFixed(1)} % since the first tenth`);
  }
}

/** Means of a tenth each, as single looks depend on when the garbage was last collected. */
function growth(sizes: readonly number[]): number {
  const tenth = Math.max(1, Math.floor(sizes.length / 10));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(sizes.slice(-tenth)) / mean(sizes.slice(tenth, 2 * tenth)) - 1;
}
