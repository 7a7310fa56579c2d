import { freePort } from '../../support/free-port';
import { eventually } from '../../support/api';
import { Part } from './part';
import type { Place } from './place';
import type { PostgresCluster } from './postgres-cluster';

/** Longer than an api takes to give up on anything (docs/operations.md, A database that does not answer). */
const LONGEST_ANSWER = '20s';

export interface Balancer {
  readonly part: Part;
  readonly primaryPort: number;
  readonly replicaPort: number;
  readonly url: string;
}

/** The ports by which HAProxy reaches the apis, which need not be there yet. */
export async function startBalancer(
  place: Place,
  cluster: PostgresCluster,
  apiPorts: readonly number[],
): Promise<Balancer> {
  const [primaryPort, replicaPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const servers = (options: string) =>
    cluster.members.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort} ${options}`,
    );
  const file = place.file(
    'haproxy.cfg',
    [
      'global',
      '  maxconn 4000',
      'defaults',
      '  timeout connect 2s',
      '  timeout check 2s',
      '  timeout queue 5s',
      'listen primary',
      '  mode tcp',
      `  bind 127.0.0.1:${primaryPort}`,
      '  timeout client 1h',
      '  timeout server 1h',
      '  option httpchk GET /primary',
      '  default-server inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions',
      ...servers(''),
      'listen replica',
      '  mode tcp',
      `  bind 127.0.0.1:${replicaPort}`,
      '  timeout client 1h',
      '  timeout server 1h',
      '  option httpchk GET /replica',
      '  default-server inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions',
      ...servers(''),
      'listen api',
      '  mode http',
      `  bind 127.0.0.1:${apiPort}`,
      '  timeout client 30s',
      `  timeout server ${LONGEST_ANSWER}`,
      '  timeout http-keep-alive 30s',
      '  option httpchk GET /internal/v1/health/ready',
      '  option redispatch 1',
      '  retries 2',
      '  balance roundrobin',
      // An api that is not ready is about to end: it still answers what it was asked.
      '  default-server inter 1s fastinter 500ms fall 3 rise 1',
      ...apiPorts.map((port, index) => `  server api${index + 1} 127.0.0.1:${port} check`),
      '',
    ].join('\n'),
  );
  const part = new Part('haproxy', place, () => ({
    program: 'haproxy',
    arguments: ['-db', '-f', file],
    account: place.account,
  }));
  part.start();
  const url = `http://127.0.0.1:${apiPort}`;
  await eventually(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return { part, primaryPort, replicaPort, url };
}
