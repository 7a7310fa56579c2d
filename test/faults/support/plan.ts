import { type Fault, FAULTS } from './faults';
import { CHANGE_OF_REDIS, FAULTS_OF_CLUSTER, FAULTS_UNDER_SENTINEL } from './faults-of-redis';
import { seeded } from './seeded';

export interface Step {
  readonly fault: Fault;
  readonly seconds: number;
}

/**
 * Every fault once, in the order of the seed and for as long as it says: half of them with a Redis under Sentinel, the
 * others with a cluster.
 */
export function planOf(seed: number): Step[] {
  const random = seeded(seed);
  const lasting = ([least, most]: Fault['seconds']) => Math.round((least + random.next() * (most - least)) * 10) / 10;
  const faults = random.shuffled(FAULTS);
  const half = Math.ceil(faults.length / 2);
  const first = random.shuffled([...faults.slice(0, half), ...FAULTS_UNDER_SENTINEL]);
  const second = random.shuffled([...faults.slice(half), ...FAULTS_OF_CLUSTER]);
  return [...first, CHANGE_OF_REDIS, ...second].map((fault) => ({ fault, seconds: lasting(fault.seconds) }));
}

export function describePlan(seed: number, plan: readonly Step[]): string {
  const lines = plan.map(({ fault, seconds }, n) => `${n + 1}. ${fault.name}${seconds > 0 ? ` for ${seconds} s` : ''}`);
  return [`The plan of seed ${seed}:`, ...lines, ''].join('\n');
}
