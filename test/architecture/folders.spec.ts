import { readSources } from './sources';

/** The capabilities of iam, bottom up, and the earlier folders that each may import, in any room. */
const ARROWS = {
  accounts: [],
  mails: [],
  roles: ['accounts'],
  history: ['accounts', 'mails'],
  sessions: ['accounts', 'roles', 'history'],
  'api-clients': ['accounts', 'roles', 'history', 'sessions'],
  codes: ['accounts', 'mails', 'history', 'sessions'],
  passwords: ['accounts', 'history', 'sessions', 'codes'],
  registration: ['accounts', 'mails', 'codes', 'passwords'],
  'personal-data': ['accounts', 'mails', 'roles', 'history', 'sessions', 'codes'],
  'sign-in': ['accounts', 'roles', 'history', 'sessions', 'codes', 'passwords', 'registration', 'personal-data'],
  'own-account': ['accounts', 'history', 'sessions', 'codes', 'passwords', 'registration', 'personal-data', 'sign-in'],
  'admin-account': ['accounts', 'mails', 'history', 'sessions', 'codes', 'passwords', 'sign-in'],
  organization: ['accounts'],
  statistics: ['sessions'],
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
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const FOLDERS = Object.keys(ARROWS);

/** A file of a folder, in one of the three rooms, or its module. */
const FILE = /^libs\/iam\/src\/(?:(?:domain|application|infrastructure)\/([^/]+)\/[^/]+|modules\/([^/]+)\.module)\.ts$/;

const MODULE = /\/modules\/([^/]+)\.module\.ts$/;

/** Above all folders. */
const FACE = ['libs/iam/src/iam.module.ts', 'libs/iam/src/index.ts'];

const sources = readSources().filter(({ path }) => path.startsWith('libs/iam/'));

describe('The folders of iam', () => {
  it('hold every file, under the same names in each room, with a module each', () => {
    const strays = sources.map(({ path }) => path).filter((path) => !FACE.includes(path) && !isKnown(folderOf(path)));
    expect(strays).toEqual([]);
    const modules = sources.map(({ path }) => MODULE.exec(path)?.[1]);
    expect(modules.filter((name) => name !== undefined)).toEqual([...FOLDERS].sort());
  });

  it('import only those before them', () => {
    for (const [folder, imported] of Object.entries<readonly string[]>(ARROWS)) {
      const before = FOLDERS.slice(0, FOLDERS.indexOf(folder));
      expect({ folder, later: imported.filter((name) => !before.includes(name)) }).toEqual({ folder, later: [] });
    }
  });

  it('import what the table says, and nothing else', () => {
    const crossed = Object.fromEntries(FOLDERS.map((folder) => [folder, importsOf(folder)]));
    expect(crossed).toEqual(ARROWS);
  });

  it('name their messages in a file that is not a handler: only modules import handlers', () => {
    const known = sources.filter(({ path }) => !MODULE.test(path)).flatMap(({ imports }) => imports);
    expect(known.filter((imported) => /\.handlers?\.ts$/.test(imported))).toEqual([]);
  });

  it('add nothing to the outbox but events and messages that are classes', () => {
    const bare = sources.filter(({ text }) => /\boutbox\s*\.add\(\s*\{/.test(text)).map(({ path }) => path);
    expect(bare).toEqual([]);
  });

  it('do not import the module and the index above them', () => {
    const known = sources.filter(({ path }) => !FACE.includes(path)).flatMap(({ imports }) => imports);
    expect(known.filter((imported) => FACE.includes(imported))).toEqual([]);
  });
});

/** The other folders that a folder's files import, bottom up. */
function importsOf(folder: string): string[] {
  const imported = sources
    .filter(({ path }) => folderOf(path) === folder)
    .flatMap(({ imports }) => imports.map(folderOf));
  return FOLDERS.filter((name) => name !== folder && imported.includes(name));
}

function folderOf(path: string): string | undefined {
  const [, inRoom, ofModule] = FILE.exec(path) ?? [];
  return inRoom ?? ofModule;
}

function isKnown(folder: string | undefined): boolean {
  return folder !== undefined && FOLDERS.includes(folder);
}
