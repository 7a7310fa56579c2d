import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/**
 * Loaded into the api before it starts: SIGUSR2 begins a CPU profile, the next one writes it. `--cpu-prof` would record
 * the start as well, which is another matter.
 */
const file = process.env['BENCH_PROFILE'] ?? '';
const SAMPLING_MICROSECONDS = 200;

let session: Session | null = null;

async function toggle(): Promise<void> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  session = null;
  writeFileSync(file, JSON.stringify(profile));
}

process.on('SIGUSR2', () => void toggle());
