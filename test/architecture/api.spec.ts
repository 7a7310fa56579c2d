import { type Arrows, arrowsBack, arrowsIn } from './arrows';
import { readSources } from './sources';

const HTTP = ['http/request', 'http/fields', 'http/answers'] as const;

/** The folders of the api, bottom up, and which of those before it each may import. */
const ARROWS = {
  locales: [],
  'http/request': ['locales'],
  'http/fields': ['locales', 'http/request'],
  'http/answers': ['http/request', 'http/fields'],
  'rate-limits': ['http/request'],
  audit: ['http/request', 'http/fields'],
  auth: ['locales', 'http/request', 'rate-limits', 'audit'],
  idempotency: ['http/request', 'http/answers'],
  surfaces: [...HTTP, 'rate-limits', 'audit', 'auth', 'idempotency'],
  server: ['http/request', 'http/answers', 'rate-limits', 'surfaces'],
  health: ['http/answers', 'surfaces'],
  'well-known': ['http/answers', 'surfaces'],
  'password-pages': ['locales', ...HTTP, 'surfaces'],
  'unsubscribe-page': ['locales', 'http/request', 'http/answers', 'surfaces', 'password-pages'],
  public: ['locales', ...HTTP, 'rate-limits', 'auth', 'surfaces'],
  mobile: [...HTTP, 'rate-limits', 'auth', 'surfaces', 'public'],
  admin: [...HTTP, 'rate-limits', 'auth', 'idempotency', 'surfaces', 'public'],
  service: [...HTTP, 'rate-limits', 'auth', 'idempotency', 'surfaces', 'admin'],
  'captcha-page': [...HTTP, 'surfaces', 'mobile'],
  console: ['http/request', 'http/answers', 'audit', 'auth', 'surfaces', 'admin'],
  guide: ['http/request', 'http/answers'],
  seed: [],
  development: ['http/fields', 'surfaces'],
  openapi: [...HTTP, 'auth', 'idempotency', 'surfaces', 'captcha-page'],
  'admin-cli': ['http/request', 'http/fields', 'admin'],
} as const satisfies Arrows;

const FOLDERS = Object.keys(ARROWS);

const API = 'apps/api/src/';

/** What composes the api, above all folders. The document is made of the whole. */
const COMPOSITION = `${API}api.module.ts`;
const GENERATOR = `${API}openapi/generated-files.ts`;

const sources = readSources().filter(({ path }) => path.startsWith(API));

describe('The folders of the api', () => {
  it('hold every file but those that start it', () => {
    const strays = sources
      .map(({ path }) => path)
      .filter((path) => !isAtTop(path) && !FOLDERS.includes(folderOf(path)));
    expect(strays).toEqual([]);
  });

  it('import only those before them', () => {
    expect(arrowsBack(ARROWS)).toEqual([]);
  });

  it('import what the table says, and nothing else', () => {
    expect(arrowsIn(sources, ARROWS, (path) => (isBelowTop(path) ? folderOf(path) : undefined))).toEqual(ARROWS);
  });

  it('know nothing of what composes them, but for the generator of the document', () => {
    const above = sources.flatMap(({ path, imports }) =>
      isAtTop(path) ? [] : imports.filter(isAtTop).map((imported) => `${path} → ${imported}`),
    );
    expect(above).toEqual([`${GENERATOR} → ${COMPOSITION}`]);
  });
});

describe('Each resource of a surface', () => {
  const resources = [...new Set(sources.map(({ path }) => resourceOf(path)).filter((resource) => resource !== null))];
  const controllers = sources.filter(({ path }) => path.endsWith('.controller.ts') && resourceOf(path) !== null);

  it('has one module, named after its folder, where it has controllers', () => {
    for (const resource of resources) {
      const modules = sources.map(({ path }) => path).filter((path) => isModuleIn(resource, path));
      const own = controllers.some(({ path }) => resourceOf(path) === resource)
        ? [`${API}${resource}/${resource.split('/')[1]}.module.ts`]
        : [];
      expect({ resource, modules }).toEqual({ resource, modules: own });
    }
  });

  it('is composed by its own module', () => {
    const elsewhere = controllers.flatMap(({ path }) =>
      sources
        .filter(({ path: other, imports }) => imports.includes(path) && !isModuleIn(resourceOf(path) ?? '', other))
        .map(({ path: other }) => `${other} → ${path}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

function isAtTop(path: string): boolean {
  return path.startsWith(API) && !path.slice(API.length).includes('/');
}

function isBelowTop(path: string): boolean {
  return path.startsWith(API) && !isAtTop(path);
}

function folderOf(path: string): string {
  const [first = '', second = ''] = path.slice(API.length).split('/');
  return first === 'http' ? `${first}/${second}` : first;
}

/** `admin/apps` of a file in it, null of one outside of the surfaces of resources. */
function resourceOf(path: string): string | null {
  return new RegExp(`^${API}((?:public|mobile|admin|service)/[^/]+)/`).exec(path)?.[1] ?? null;
}

function isModuleIn(resource: string, path: string): boolean {
  return resourceOf(path) === resource && path.endsWith('.module.ts');
}
