import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from '../arena';
import { residentBytes } from '../measure/processes';
import { spread } from '../measure/statistics';
import { mebibytes } from './tables';

const STARTS = 5;
const IDLE_MS = 10_000;

/** From the start of the process to the first 200 of its readiness, on data that is there; and what it holds at rest. */
export async function reportStart(arena: Arena, members: number): Promise<void> {
  const database = await arena.database(members);
  const times: number[] = [];
  let idle = 0;
  for (let start = 1; start <= STARTS; start++) {
    const api = await arena.api(database);
    times.push(api.startMs);
    if (start === STARTS) {
      await delay(IDLE_MS);
      idle = residentBytes(api.pid);
    }
    await api.stop();
  }
  const { median, min, max } = spread(times);
  console.log(`ready after ${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)}), idle ${mebibytes(idle)}`);
}
