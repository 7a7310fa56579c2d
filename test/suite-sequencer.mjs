import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Begun last, one of them would leave the other processes idle. Few take as long as these. */
const LONG = [
  'operations/lifecycle',
  'operations/embedded-database',
  'operations/first-start',
  'operations/start.e2e-spec',
  'operations/lanes',
  'public/page-renderings',
  'mobile/account-processes',
  'operations/database-loss',
  'operations/frozen-database',
  'rendering/rendering-thread',
  'database/unanswered-statements',
  'operations/hostile-load',
  'operations/mail-crash',
  'embedded-postgres/embedded-postgres.int-spec',
  'operations/bench',
  'operations/deadly-message',
  'operations/queue',
  'admin/pages-event-loop',
  'operations/sms-crash',
  'admin/releases-health-installations',
  'admin/apps-processes',
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
      ? ({ path }) =>
          createHash('sha256')
            .update(`${seed} ${relative(process.cwd(), path)}`)
            .digest()
            .readUInt32BE()
      : ({ path }) => LONG.findIndex((name) => path.includes(name)) >>> 0;
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
