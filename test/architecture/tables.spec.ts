import { readSources } from './sources';

/**
 * The tables that another context reads, too, where asking their owner would take a statement more for each row, or leave
 * a gap between the question and what follows from it. A new one is worth a sentence in review.
 */
const SHARED: Readonly<Record<string, { readonly owner: string; readonly readers: readonly string[] }>> = {
  // Of each session whether it may be used, and the names of Apps beside memberships. Which images a text may have, also
  // when it is published at its time.
  apps: { owner: 'apps', readers: ['content', 'iam'] },
  // Who gets a message, of up to millions in a few statements; and which Apps a member has, in the order of the index,
  // for the export of personal data. So with the six below.
  app_memberships: { owner: 'iam', readers: ['notifications'] },
  devices: { owner: 'iam', readers: ['notifications'] },
  login_identifiers: { owner: 'iam', readers: ['notifications'] },
  sessions: { owner: 'iam', readers: ['notifications'] },
  organization_unit_members: { owner: 'iam', readers: ['notifications'] },
  user_profiles: { owner: 'iam', readers: ['notifications'] },
  user_roles: { owner: 'iam', readers: ['notifications'] },
  // The package of each release in a list.
  files: { owner: 'files', readers: ['releases'] },
  // Which notices are still under way.
  outbox_messages: { owner: 'foundation', readers: ['iam'] },
  // Of each administrator's session whether the tenant requires a second factor.
  settings: { owner: 'operations', readers: ['iam'] },
  // The time zone in which quiet hours hold.
  users: { owner: 'iam', readers: ['notifications'] },
};

const CREATED = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g;
/** In a statement, in the schema of an entity, and among what a sweep deletes. */
const NAMED = /(?:\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?|\b(?:table|tableName): ')(\w+)/g;
const LIB = /^libs\/([^/]+)\/src\//;

const sources = readSources();
const tables = new Set(
  sources.filter(({ path }) => path.startsWith('migrations/')).flatMap(({ text }) => matchesOf(CREATED, text)),
);

describe('Tables', () => {
  it('are named by their own context alone, but for those listed', () => {
    const contexts = new Map<string, Set<string>>();
    for (const { path, text } of sources) {
      const lib = LIB.exec(path)?.[1];
      if (lib === undefined) continue;
      for (const table of matchesOf(NAMED, text)) {
        if (tables.has(table)) contexts.set(table, (contexts.get(table) ?? new Set()).add(lib));
      }
    }
    expect(contexts.size).toBeGreaterThan(50);
    const shared = [...contexts].filter(([, names]) => names.size > 1).map(([table, names]) => [table, sorted(names)]);
    const listed = Object.entries(SHARED).map(([table, { owner, readers }]) => [table, sorted([owner, ...readers])]);
    expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(listed));
  });

  it('are written by no context that only reads them', () => {
    const written = sources.flatMap(({ path, text }) => {
      const writes = matchesOf(/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g, text);
      return writes
        .filter((table) => SHARED[table]?.readers.includes(LIB.exec(path)?.[1] ?? ''))
        .map((table) => `${path} → ${table}`);
    });
    expect(written).toEqual([]);
  });

  it('are not named by the api and the worker', () => {
    const named = sources
      .filter(({ path }) => path.startsWith('apps/'))
      .flatMap(({ path, text }) =>
        matchesOf(NAMED, text)
          .filter((table) => tables.has(table))
          .map((table) => `${path} → ${table}`),
      );
    expect(named).toEqual([]);
  });
});

function matchesOf(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function sorted(names: Iterable<string>): string[] {
  return [...names].sort();
}
