import { launchProcess } from '../../support/server-process';
import { type Build, type ProgramName } from './builds';
import type { Installation } from './installation';
import type { Program } from './programs';
import { until } from './until';

const SERVES_WITHIN_MS = 180_000;
/** Of a pod that the chart makes: SHUTDOWN_GRACE_SECONDS and ten more. */
const ENDS_WITHIN_MS = 40_000;

/** Runs a task of a build to its end, as the chart's Jobs and containers do. */
export async function runTask(
  build: Build,
  environment: Readonly<Record<string, string>>,
  ...task: [ProgramName, ...string[]]
): Promise<void> {
  const settings = { ...environment, BUILD_COMMIT: build.commit };
  const { ended, log } = launchProcess(settings, build.command(...task));
  const code = await ended;
  if (code !== 0) throw new Error(`${task.join(' ')} ended with ${code}:\n${log.join('\n')}`);
}

/**
 * Ends a process as Kubernetes does, and starts it again, of the given build or of the same.
 * @returns its exit code, when everything is up again; null if it had to be killed.
 */
export async function replace(on: Installation, program: Program, build = program.build): Promise<number | null> {
  const code = await program.part.end(ENDS_WITHIN_MS);
  program.build = build;
  program.part.start();
  if (!(await until(async () => (await on.troubles()).length === 0, SERVES_WITHIN_MS))) {
    throw new Error(`${program.name} does not come back: ${(await on.troubles()).join('; ')}`);
  }
  return code;
}
