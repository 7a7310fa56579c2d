import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** Begun last, one of them would leave the other processes idle. Few take as long as these. */
const LONG = [
  'operations/start.e2e-spec',
  'operations/lifecycle',
  'operations/embedded-database',
  'operations/frozen-database',
  'operations/hostile-load',
  'operations/lanes',
  'embedded-postgres/embedded-postgres.int-spec',
  'operations/deadly-message',
  'operations/database-loss',
  'database/unanswered-statements',
  'mobile/account-processes',
  'public/page-renderings',
  'operations/queue',
  'operations/mail-crash',
  'rendering/rendering-thread',
  'admin/pages-event-loop',
  'admin/releases-health-installations',
  'admin/apps-processes',
  'operations/sms-crash',
  'operations/image.e2e-spec',
];

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
      ? ({ path }) => createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE()
      : ({ path }) => LONG.findIndex((name) => path.includes(name)) >>> 0;
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
