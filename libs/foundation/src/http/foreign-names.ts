import { lookup as systemLookup, type LookupAddress, type LookupOptions, Resolver } from 'node:dns';

export type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
export type Resolve = (name: string, options: LookupOptions & { all: true }, done: Resolved) => void;

/** Of one question to one name server. Both tries are over before the time for a connection is. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);

interface ForeignNames {
  /** Whether names may stand for hosts inside, which the name servers of the internet do not know. */
  readonly inside: boolean;
  /** Those of the machine unless given. */
  readonly servers?: readonly string[];
}

/**
 * Looks up names that somebody else chose. The machine's own way takes one of two threads that a process has for it until
 * the last name server has given up: two names whose servers never answer would hold up every look-up of the process, those
 * of the database and of mail servers included. So name servers are asked directly, which takes no thread. Names without a
 * dot are of this machine or its network, which nobody outside has a word in.
 */
export function foreignNames({ inside, servers }: ForeignNames): Resolve {
  return (name, options, done) => {
    if (!name.replace(/\.$/, '').includes('.')) {
      systemLookup(name, options, done);
      return;
    }
    // Made for each, so that it knows the name servers of now.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    void Promise.all([addressesOf(resolver, name, 4), addressesOf(resolver, name, 6)]).then((answers) => {
      const found = answers.flatMap(({ addresses }) => addresses);
      const errors = answers.flatMap(({ error }) => error ?? []);
      if (found.length > 0) done(null, found);
      else if (inside && errors.every(({ code = '' }) => UNKNOWN.has(code))) systemLookup(name, options, done);
      else done(errors.find(({ code = '' }) => !UNKNOWN.has(code)) ?? errors[0] ?? null, []);
    });
  };
}

interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly addresses: LookupAddress[];
}

function addressesOf(resolver: Resolver, name: string, family: 4 | 6): Promise<Answer> {
  return new Promise((resolve) => {
    const answered = (error: NodeJS.ErrnoException | null, addresses: string[] | undefined): void =>
      resolve({ error, addresses: (addresses ?? []).map((address) => ({ address, family })) });
    if (family === 4) resolver.resolve4(name, answered);
    else resolver.resolve6(name, answered);
  });
}
