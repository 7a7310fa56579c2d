import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';

export type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
export type Resolve = (name: string, options: LookupOptions & { all: true }, done: Resolved) => void;

/** The timeout of one query to one name server. Both tries end before the connection timeout. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);

interface ForeignNames {
  /** Whether names may refer to internal hosts, which public name servers do not know. */
  readonly inside: boolean;
  /** Defaults to the name servers of the machine. */
  readonly servers?: readonly string[];
}

/**
 * Resolves host names chosen by others. The resolver of the system occupies one of the process's two threads for it until
 * the last name server has timed out: two names whose servers never answer would block every look-up of the process,
 * including those of the database and of mail servers. So name servers are queried directly, which takes no thread. Names
 * without a dot belong to this machine or its network, and outsiders have no influence on them.
 */
export function foreignNames({ inside, servers }: ForeignNames): Resolve {
  return (name, options, done) => {
    if (!name.replace(/\.$/, '').includes('.')) {
      systemLookup(name, options, done);
      return;
    }
    // A new resolver knows the current name servers.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    void Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then((answers) => {
      const found = answers.flatMap((answer, at) =>
        answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
      );
      const errors = answers.flatMap((answer) =>
        answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException) : [],
      );
      if (found.length > 0) done(null, found);
      else if (inside && errors.every(({ code = '' }) => UNKNOWN.has(code))) systemLookup(name, options, done);
      else done(errors.find(({ code = '' }) => !UNKNOWN.has(code)) ?? errors[0] ?? null, []);
    });
  };
}
