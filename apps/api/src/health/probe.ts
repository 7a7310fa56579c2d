import { readFileSync } from 'node:fs';

/**
 * The health check of the container image, which has no curl: exits with 0 if the process is alive, else with 1. It
 * imports nothing else of ours, as it starts every few seconds. The worker, which uses the same image, has no port to
 * ask: there it is enough that the first process of the container is still the worker.
 */

const TIMEOUT_MS = 3_000;

function isBesideWorker(): boolean {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8').includes('apps/worker');
  } catch {
    return false;
  }
}

/** Read as the program reads it: the value itself, or the content of the file that is named. */
function setting(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file ? readFileSync(file, 'utf8').trim() : undefined) || undefined;
}

function address(): string {
  const host = setting('HOST') ?? '127.0.0.1';
  // It listens on every address, including the loopback.
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function isAlive(): Promise<boolean> {
  const url = `http://${address()}:${setting('PORT') ?? '3000'}/internal/v1/health/live`;
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return status === 200;
}

if (!isBesideWorker()) {
  isAlive().then(
    (alive) => process.exit(alive ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
}
