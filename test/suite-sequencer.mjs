import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Suites that start processes and wait for them, or for time to pass. The longest come first. */
const WAITING = [
  'operations/push-deliveries',
  'operations/push-troubles',
  'operations/webhooks.e2e-spec',
  'http/start-up',
  'operations/rotate-keys',
  'operations/admin-program',
  'operations/readme',
  'database/database-wait',
];

/** Begun last, one of them would leave the other processes idle. Few take as long as these. */
const LONG = [
  ...WAITING,
  'examples/uni-app',
  'sdk/published',
  'sdk/browser',
  'console/accessibility',
  'console/roles',
  'console/keyboard',
  'console/sessions',
  'console/nothing-lost',
  'console/same-record',
  'http/swagger-ui',
  'public/page-renderings',
  'mobile/auth/login-throttle',
  'mobile/identifiers/identifier-races',
  'http/captcha-page',
  'admin/auth/password-pages-browser',
  'operations/import-uni-upgrade-publish',
  'mobile/sessions/session-races',
  'admin/articles/articles-schedule',
  'admin/releases/releases-health-installations',
  'files/src/infrastructure/storage/file-storage.contract',
];

/** Whether it leaves a core to others for most of its time. */
export function mostlyWaits(path) {
  return WAITING.some((name) => path.includes(name));
}

/** Long suites first, then as jest has them; with `--randomize` in the order of the seed. */
export default class SuiteSequencer extends Sequencer {
  #globalConfig;

  constructor(options) {
    super(options);
    this.#globalConfig = options.globalConfig;
  }

  sort(tests) {
    const { randomize, seed } = this.#globalConfig;
    const rank = randomize
      ? ({ path }) =>
          createHash('sha256')
            .update(`${seed} ${relative(process.cwd(), path)}`)
            .digest()
            .readUInt32BE()
      : ({ path }) => LONG.findIndex((name) => path.includes(name)) >>> 0;
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
