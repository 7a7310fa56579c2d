import { readFileSync } from 'node:fs';
import { type Arrows, arrowsBack, arrowsIn } from './arrows';
import { readSources } from './sources';

/**
 * The folders of each context that has any, bottom up, and the earlier ones that each may import. A folder has the same
 * name in each room; what stands in a room itself is a row with the room's name.
 */
const CONTEXTS: Readonly<Record<string, Arrows>> = {
  captcha: {
    domain: [],
    infrastructure: ['domain'],
    application: ['domain', 'infrastructure'],
    drawing: ['domain'],
  },
  content: {
    domain: [],
    texts: ['domain'],
    dictionaries: ['domain'],
    categories: ['domain', 'texts'],
    pictures: ['domain', 'texts', 'categories'],
    rendering: ['texts', 'pictures'],
    pages: ['domain', 'texts', 'pictures', 'rendering'],
    consents: ['domain', 'pages'],
    articles: ['domain', 'texts', 'categories', 'pictures', 'rendering', 'pages'],
    previews: ['domain', 'texts', 'categories', 'pictures', 'rendering', 'pages', 'articles'],
  },
  files: {
    domain: [],
    detection: [],
    packages: ['domain'],
    scanners: ['domain'],
    storage: ['domain'],
    images: ['domain', 'detection'],
    infrastructure: ['domain', 'detection', 'packages', 'images'],
    application: ['domain', 'images', 'infrastructure'],
  },
  foundation: {
    diagnostics: [],
    logging: [],
    config: [],
    'personal-data': [],
    http: ['config'],
    redis: ['logging', 'config'],
    database: ['diagnostics', 'logging', 'config'],
    'embedded-postgres': ['logging', 'database'],
    runtime: ['logging', 'config', 'database', 'embedded-postgres'],
    security: ['config', 'database'],
    cache: ['logging', 'config', 'database'],
    outbox: ['diagnostics', 'logging', 'config', 'redis', 'database', 'cache'],
    mail: ['logging', 'config', 'database', 'outbox'],
    sms: ['config', 'mail'],
    telemetry: ['diagnostics', 'logging', 'config', 'database', 'cache', 'outbox'],
  },
  iam: {
    accounts: [],
    mails: [],
    roles: ['accounts'],
    history: ['accounts', 'mails'],
    sessions: ['accounts', 'roles', 'history'],
    'api-clients': ['accounts', 'roles', 'history', 'sessions'],
    codes: ['accounts', 'mails', 'history', 'sessions'],
    passwords: ['accounts', 'history', 'sessions', 'codes'],
    registration: ['accounts', 'mails', 'codes', 'passwords'],
    imports: ['accounts', 'roles', 'passwords', 'registration'],
    'personal-data': ['accounts', 'mails', 'roles', 'history', 'sessions', 'codes'],
    'sign-in': ['accounts', 'roles', 'history', 'sessions', 'codes', 'passwords', 'registration', 'personal-data'],
    'own-account': [
      'accounts',
      'history',
      'sessions',
      'codes',
      'passwords',
      'registration',
      'personal-data',
      'sign-in',
    ],
    'admin-account': ['accounts', 'mails', 'history', 'sessions', 'codes', 'passwords', 'sign-in'],
    organization: ['accounts'],
    administration: [
      'accounts',
      'mails',
      'roles',
      'history',
      'sessions',
      'codes',
      'passwords',
      'registration',
      'personal-data',
      'sign-in',
      'organization',
    ],
    statistics: ['sessions'],
  },
  notifications: {
    domain: [],
    preferences: [],
    audience: ['domain', 'preferences'],
    messages: ['domain', 'preferences', 'audience'],
    inbox: ['preferences', 'messages'],
    unsubscribe: ['preferences'],
    push: ['domain'],
    deliveries: ['domain', 'preferences', 'messages', 'unsubscribe', 'push'],
    'fan-out': ['domain', 'preferences', 'audience', 'messages', 'inbox', 'deliveries'],
    'own-notices': ['preferences', 'messages', 'deliveries'],
    'push-providers': ['domain', 'push', 'deliveries'],
    'test-sends': ['audience', 'messages', 'deliveries'],
  },
  operations: { idempotency: [], jobs: [], runtime: [], settings: [] },
  regions: {
    domain: [],
    dataset: ['domain'],
    infrastructure: ['domain'],
    application: ['domain', 'infrastructure'],
  },
  webhooks: { events: [], endpoints: ['events'], deliveries: ['events', 'endpoints'] },
};

/** Contexts with a module for each folder. The others have theirs beside the index. */
const MODULAR = ['iam', 'notifications'];

/** Folders within folders: a push provider's protocol is loaded when an App first uses it. */
const NESTED = 'libs/notifications/src/infrastructure/push/';

const ROOMS = ['domain', 'application', 'infrastructure'];
const MODULE = /\/modules\/([^/]+)\.module\.ts$/;
/** Above all folders: the index of a context, and what composes it. */
const FACE = /^libs\/[^/]+\/src\/(?:index|[^/]+\.module)\.ts$/;

/** Below all folders: what a context says. */
const LOCALES = /^libs\/[^/]+\/src\/locales\//;

const sources = readSources().filter(({ path }) => path.startsWith('libs/') && !LOCALES.test(path));

describe('Each context', () => {
  it('has a row for each of its folders, or no folders', () => {
    const contexts = [...new Set(sources.map(({ path }) => path.split('/')[1] ?? ''))];
    for (const context of contexts) {
      const folders = [...new Set(of(context).flatMap(({ path }) => folderOf(path) ?? []))].sort();
      const rows = Object.keys(CONTEXTS[context] ?? {}).sort();
      const expected = rows.length > 0 ? rows : folders.filter((name) => ROOMS.includes(name));
      expect({ context, folders }).toEqual({ context, folders: expected });
    }
  });

  it('has all of it in its rooms but the index and modules; the kernel has no rooms', () => {
    const strays = sources.filter(({ path }) => folderOf(path) === undefined && !FACE.test(path));
    expect(strays.map(({ path }) => path).filter((path) => !isIn('kernel', path))).toEqual([]);
  });

  it('has no folders in folders', () => {
    const paths = sources.map(({ path }) => path).filter((path) => isNested(path) && !path.startsWith(NESTED));
    expect(paths).toEqual([]);
  });

  it('that is modular has a module for each folder, and one that composes them', () => {
    for (const context of Object.keys(CONTEXTS)) {
      const modules = of(context).flatMap(({ path }) => MODULE.exec(path)?.[1] ?? []);
      const folders = Object.keys(CONTEXTS[context] ?? {}).filter((folder) => !ROOMS.includes(folder));
      const expected = MODULAR.includes(context) ? folders.sort() : [];
      expect({ context, modules: modules.sort() }).toEqual({ context, modules: expected });
    }
    for (const context of MODULAR) {
      const top = of(context).flatMap(({ path }) => (folderOf(path) === undefined ? [path.split('/')[3]] : []));
      expect(top).toEqual(['index.ts', `${context}.module.ts`].sort());
    }
  });

  it('names its messages in a file that is not a handler: only modules import handlers', () => {
    const known = sources.filter(({ path }) => !path.endsWith('.module.ts')).flatMap(({ imports }) => imports);
    expect(known.filter((imported) => /\.handlers?\.ts$/.test(imported))).toEqual([]);
  });

  it('adds nothing to the outbox but events and messages that are classes', () => {
    const bare = sources.filter(({ text }) => /\boutbox\s*\.add\(\s*\{/.test(text)).map(({ path }) => path);
    // Not that outbox, but the one in which development reads texts.
    expect(bare).toEqual(['libs/foundation/src/sms/log-sms-sender.ts']);
  });

  it('does not import the module and the index above its folders', () => {
    const inner = sources.filter(({ path }) => !FACE.test(path));
    const upward = inner.flatMap(({ path, imports }) =>
      imports.filter((imported) => FACE.test(imported) && isIn(path.split('/')[1] ?? '', imported)),
    );
    expect(upward).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('lists the folders of iam in their order', () => {
    const rows = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\|/gm);
    const listed = Array.from(rows, ([, name = '']) => name);
    expect(listed.filter((name) => name in (CONTEXTS['iam'] ?? {}))).toEqual(Object.keys(CONTEXTS['iam'] ?? {}));
  });
});

describe.each(Object.entries(CONTEXTS))('The folders of %s', (context, arrows) => {
  it('import only those before them', () => {
    expect(arrowsBack(arrows)).toEqual([]);
  });

  it('import what the table says, and nothing else', () => {
    expect(arrowsIn(of(context), arrows, folderOf)).toEqual(arrows);
  });
});

function of(context: string) {
  return sources.filter(({ path }) => isIn(context, path));
}

function isIn(context: string, path: string): boolean {
  return path.startsWith(`libs/${context}/`);
}

function isNested(path: string): boolean {
  const [first = '', ...below] = path.split('/').slice(3);
  return below.length > (ROOMS.includes(first) ? 2 : 1);
}

/** In whichever room, or that of a module; the room of what stands in it itself. */
function folderOf(path: string): string | undefined {
  const [first, second, ...rest] = path.split('/').slice(3);
  if (first === undefined || second === undefined) return undefined;
  if (!ROOMS.includes(first)) return MODULE.exec(path)?.[1] ?? first;
  return rest.length > 0 ? second : first;
}
