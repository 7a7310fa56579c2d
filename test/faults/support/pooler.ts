import { eventually } from '../../support/api';
import { freePort } from '../../support/free-port';
import { poolerConfiguration } from '../../deployment/support/pgbouncer';
import { answersTcp } from '../../support/answers-tcp';
import { Part } from './part';
import type { Place } from './place';

export interface Pooler {
  readonly part: Part;
  readonly port: number;
}

/** PgBouncer by the configuration of deploy/compose, on the way to the primary. */
export async function startPooler(place: Place, primaryPort: number): Promise<Pooler> {
  const port = await freePort();
  const userList = place.file('userlist', '"appkernel" ""\n');
  const ini = poolerConfiguration('deploy/compose/pgbouncer.ini', {
    serverPort: primaryPort,
    port,
    userList,
    keepsStatements: false,
  }).replace(/^auth_type = .*$/m, 'auth_type = trust');
  const file = place.file('pgbouncer.ini', ini);
  const part = new Part('pgbouncer', place, () => ({
    program: 'pgbouncer',
    arguments: [file],
    account: place.account,
  }));
  part.start();
  await eventually(() => answersTcp(port));
  return { part, port };
}
