import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config, Logger, VERSION } from '@libs/foundation';
import { Instances, relaysToAwait } from '@libs/operations';
import { command, UsageError } from './command';

const DEFAULT_TIMEOUT_SECONDS = 600;
const MAX_TIMEOUT_SECONDS = 86_400;
const POLL_MS = 2_000;

export const AWAIT_RELAYS = command({
  name: 'await-relays',
  summary: 'Waits until no process of another build handles the outbox any more.',
  positionals: [],
  options: {
    'timeout-seconds': {
      type: 'string',
      help: `After so many seconds it gives up, with code 1 (${DEFAULT_TIMEOUT_SECONDS}).`,
    },
  },
  help:
    'For a rollout: run it before each new api that leaves the outbox to workers. Workers of the previous version\n' +
    'discard messages that they do not know, so they have to be gone before an api sends such messages. A process that\n' +
    'was killed counts for 45 seconds. Builds are told apart by version and commit.',
  async run(app, { options }) {
    const timeoutMs = timeoutOf(options['timeout-seconds']) * 1_000;
    const build = { version: VERSION, commit: app.get<Config>(CONFIG).buildCommit };
    const startedAt = performance.now();
    for (let before = -1; ; await delay(POLL_MS)) {
      const relays = relaysToAwait(await app.get(Instances).list(), build);
      const elapsedMs = performance.now() - startedAt;
      if (relays.length === 0 || elapsedMs >= timeoutMs) {
        const left = relays.map(({ kind, version, commit, hostname }) => ({ kind, version, commit, hostname }));
        return { output: { waited_seconds: Math.round(elapsedMs / 1_000), relays: left }, isGood: left.length === 0 };
      }
      if (relays.length !== before)
        app.get(Logger).info({ relays: relays.length }, 'relays of another build still run');
      before = relays.length;
    }
  },
});

/** @throws UsageError */
function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const seconds = Number(text);
  if (!/^\d{1,6}$/.test(text) || seconds > MAX_TIMEOUT_SECONDS) {
    throw new UsageError(`--timeout-seconds must be a number from 0 to ${MAX_TIMEOUT_SECONDS}`);
  }
  return seconds;
}
