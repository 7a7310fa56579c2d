import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Options = Readonly<Record<string, string>>;
type Rule = (tree: Tree, context: object) => Promise<Tree>;

/** As much of the tree of schematics as the generators use: what they write stays in memory. */
class Tree {
  private readonly written = new Map<string, string>();

  get actions() {
    return [...this.written.keys()].map((path) => ({ kind: existsSync(path) ? 'o' : 'c', path }));
  }

  exists(path: string): boolean {
    return this.written.has(path) || existsSync(path);
  }

  read(path: string): Buffer | null {
    const text = this.written.get(path);
    if (text !== undefined) return Buffer.from(text);
    return existsSync(path) ? readFileSync(path) : null;
  }

  create(path: string, text: string): void {
    this.written.set(path, text);
  }

  overwrite(path: string, text: string): void {
    this.written.set(path, text);
  }

  getDir(path: string) {
    const entries = readdirSync(path, { withFileTypes: true });
    const written = [...this.written.keys()].filter((each) => each.startsWith(`${path}/`));
    const names = written.map((each) => each.slice(path.length + 1)).filter((name) => !name.includes('/'));
    return {
      subfiles: [...new Set([...entries.filter((entry) => entry.isFile()).map(({ name }) => name), ...names])],
      subdirs: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    };
  }

  text(path: string): string {
    return this.read(path)!.toString('utf8');
  }

  created(): string[] {
    return this.actions.flatMap(({ kind, path }) => (kind === 'c' ? [path] : [])).sort();
  }
}

const context = { logger: { info: () => undefined } };

async function generate(tree: Tree, schematic: string, options: Options): Promise<void> {
  const { schematics } = JSON.parse(readFileSync('tools/schematics/collection.json', 'utf8')) as {
    schematics: Record<string, { factory: string }>;
  };
  const [file = '', name = ''] = schematics[schematic]!.factory.split('#');
  const made = (await import(join(process.cwd(), 'tools/schematics', file))) as Record<string, (of: Options) => Rule>;
  await made[name]!(options)(tree, context);
}

const plain = (tree: Tree, schematic: string, name: string, lib: string) =>
  generate(tree, schematic, { name, sourceRoot: `libs/${lib}/src` });

const LIBS = readdirSync('libs');
const CONTEXTS = LIBS.filter((lib) => !['kernel', 'foundation'].includes(lib));

describe('A generated context', () => {
  const tree = new Tree();

  beforeAll(() => generate(tree, 'context', { name: 'conservatory', path: 'fern' }));

  it('has its rooms, its first resource, and the route and suites of that', () => {
    expect(tree.created()).toEqual([
      'apps/api/src/admin/ferns/admin-ferns.controller.ts',
      'apps/api/src/admin/ferns/admin-ferns.dto.ts',
      'apps/api/src/admin/ferns/ferns.module.ts',
      'libs/conservatory/src/application/ferns.service.ts',
      'libs/conservatory/src/conservatory.module.ts',
      'libs/conservatory/src/domain/fern.repository.ts',
      'libs/conservatory/src/domain/fern.spec.ts',
      'libs/conservatory/src/domain/fern.ts',
      'libs/conservatory/src/index.ts',
      'libs/conservatory/src/infrastructure/fern.schema.ts',
      'libs/conservatory/src/infrastructure/managed-ferns.ts',
      'libs/conservatory/src/infrastructure/typeorm-fern.repository.ts',
      expect.stringMatching(/^migrations\/\d+-conservatory-ferns\.ts$/),
      'test/admin/ferns/ferns.e2e-spec.ts',
      'test/admin/support/ferns.ts',
    ]);
  });

  it('is known to Nest, to the walls and to the processes', () => {
    expect(JSON.parse(tree.text('nest-cli.json'))).toMatchObject({
      projects: { conservatory: { root: 'libs/conservatory' } },
    });
    expect(tree.text('test/architecture/imports.spec.ts')).toContain('\n  conservatory: [],\n');
    expect(tree.text('apps/entities.ts')).toContain('...ConservatoryModule.entities');
    expect(tree.text('apps/api/src/api.module.ts')).toContain('ConservatoryModule,');
    expect(tree.text('ARCHITECTURE.md')).toMatch(/^ {2}conservatory\/ +ferns$/m);
  });

  it('has a migration with the number after the last', () => {
    const migrations = tree.text('migrations/index.ts');
    const numbers = [...migrations.matchAll(/^ {2}\w+?(\d{13}),$/gm)].map(([, number]) => Number(number));
    expect(numbers.at(-1)).toBe(numbers.at(-2)! + 1);
    const [path = ''] = tree.created().filter((each) => each.startsWith('migrations/'));
    expect(tree.text(path)).toContain(`...tenantWall('conservatory_ferns')`);
  });

  it('has its permissions, and names for people in each language', () => {
    expect(tree.text('libs/iam/src/domain/roles/permissions.ts')).toContain(`{ code: 'ferns.delete'`);
    for (const locale of ['zh-CN', 'zh-TW', 'en-US', 'ja-JP']) {
      const texts = (place: string) =>
        JSON.parse(tree.text(`apps/console/src/${place}/locales/${locale}.json`)) as object;
      expect(texts('screens/roles')).toMatchObject({ modules: { ferns: 'Ferns' } });
      expect(texts('screens/api-clients')).toMatchObject({ modules: { ferns: 'Ferns' } });
      expect(texts('parts')).toMatchObject({ deeds: { types: { fern: 'Fern' } } });
    }
  });

  it('takes further resources, but neither a second time', async () => {
    await generate(tree, 'resource', { name: 'conservatory', path: 'fern-bed' });
    expect(tree.text('libs/conservatory/src/conservatory.module.ts')).toContain('[FernSchema, FernBedSchema]');
    expect(tree.text('libs/conservatory/src/infrastructure/fern-bed.schema.ts')).toContain(`'conservatory_fern_beds'`);
    await expect(generate(tree, 'context', { name: 'conservatory' })).rejects.toThrow(
      /There is a context conservatory already/,
    );
    await expect(generate(tree, 'resource', { name: 'conservatory', path: 'fern' })).rejects.toThrow(/"fern" is taken/);
  });
});

describe('A generated resource', () => {
  it.each(CONTEXTS)('of %s has a row for its folder, or none where there are no folders', async (lib) => {
    const tree = new Tree();
    await generate(tree, 'resource', { name: lib, path: 'fern' });
    const hasFolder = tree.created().includes(`libs/${lib}/src/domain/ferns/fern.ts`);
    expect(hasFolder || tree.created().includes(`libs/${lib}/src/domain/fern.ts`)).toBe(true);
    const folders = tree.text('test/architecture/folders.spec.ts');
    expect(folders.includes('ferns: []')).toBe(hasFolder);
    expect(tree.text(`libs/${lib}/src/${lib}.module.ts`)).toContain('FernSchema');
    expect(tree.text(`libs/${lib}/src/index.ts`)).toContain('FernsService');
  });

  it.each([
    ['Fern', /cannot name a resource/],
    ['price_list', /such as "price-list"/],
    ['../fern', /cannot name a resource/],
    ['', /Name the resource/],
    ['p'.repeat(31), /too long/],
    ['class', /a word of the language/],
    ['map', /a word of the language/],
    ['article', /the audit log has records of the type article.*Choose another name/],
    ['user', /there are permissions users/],
  ])('is not called %s', async (path, sentence) => {
    await expect(generate(new Tree(), 'resource', { name: 'releases', path })).rejects.toThrow(sentence);
  });

  it.each([
    ['conservatory', /There is no context conservatory. Make it first/],
    ['kernel', /serves all contexts/],
    ['foundation', /serves all contexts/],
    ['../x', /cannot name a context/],
  ])('is not made in %s', async (name, sentence) => {
    await expect(generate(new Tree(), 'resource', { name, path: 'fern' })).rejects.toThrow(sentence);
  });

  it('is not begun where a table has lost the place for its row', async () => {
    const tree = new Tree();
    const path = 'libs/iam/src/domain/roles/permissions.ts';
    tree.overwrite(path, tree.text(path).replace('regions.read', 'areas.read'));
    await expect(generate(tree, 'resource', { name: 'releases', path: 'fern' })).rejects.toThrow(
      `${path} has no “{ code: 'regions.read'”`,
    );
  });
});

describe('A generated context is not called', () => {
  it.each([
    ['releases', /There is a context releases already. Add to it/],
    ['worker', /is a program of this repository/],
    ['console', /is a program of this repository/],
    ['My-Conservatory', /cannot name a context/],
  ])('%s', async (name, sentence) => {
    await expect(generate(new Tree(), 'context', { name, path: 'fern' })).rejects.toThrow(sentence);
  });
});

describe('Plain generators', () => {
  it.each(LIBS.filter((lib) => lib !== 'kernel'))('put a module of %s where modules are', async (lib) => {
    const tree = new Tree();
    await plain(tree, 'module', 'pricing', lib);
    const isModular = existsSync(`libs/${lib}/src/modules`);
    expect(tree.created()).toEqual([`libs/${lib}/src/${isModular ? 'modules/' : ''}pricing.module.ts`]);
    expect(tree.text(`libs/${lib}/src/${lib}.module.ts`)).toMatch(/^import \{ PricingModule \}[^]*\bPricingModule,?/m);
    expect(tree.text('test/architecture/folders.spec.ts').includes('pricing: []')).toBe(isModular);
  });

  it.each(CONTEXTS)('put a service of %s into its room, and its capability', async (lib) => {
    const tree = new Tree();
    await plain(tree, 'service', 'pricing', lib);
    const [path = ''] = tree.created();
    const own = existsSync(`libs/${lib}/src/modules`) ? 'modules/pricing' : lib;
    expect(path).toMatch(/^libs\/[a-z]+\/src\/application\/(?:pricing\/)?pricing\.service\.ts$/);
    expect(tree.text(`libs/${lib}/src/${own}.module.ts`)).toMatch(
      /^import \{ PricingService \}[^]*\bPricingService,?/m,
    );
    const hasFolder = path.includes('/pricing/');
    expect(tree.text('test/architecture/folders.spec.ts').includes('pricing: []')).toBe(hasFolder);
  });

  it('put a service into a folder that is there, and its module', async () => {
    const tree = new Tree();
    await plain(tree, 'service', 'accounts/badges', 'iam');
    expect(tree.created()).toEqual(['libs/iam/src/application/accounts/badges.service.ts']);
    expect(tree.text('libs/iam/src/modules/accounts.module.ts')).toContain('BadgesService');
  });

  it.each(CONTEXTS)('put a controller for %s onto a surface of the api', async (lib) => {
    const tree = new Tree();
    await plain(tree, 'controller', 'mobile/pricing', lib);
    const folder = 'apps/api/src/mobile/pricing';
    expect(tree.created()).toEqual([`${folder}/mobile-pricing.controller.ts`, `${folder}/pricing.module.ts`]);
    expect(tree.text(`${folder}/mobile-pricing.controller.ts`)).toContain(`@MobileController('pricing', '`);
    expect(tree.text(`${folder}/pricing.module.ts`)).toContain(`from '@libs/${lib}'`);
    expect(tree.text('apps/api/src/mobile/mobile.module.ts')).toContain('MobilePricingModule');
  });

  it.each([
    ['module', 'pricing', 'kernel', /has no modules and no providers/],
    ['service', 'pricing', 'kernel', /has no modules and no providers/],
    ['service', 'pricing', 'foundation', /has no services/],
    ['controller', 'pricing', 'kernel', /has no routes/],
    ['controller', 'pricing', 'foundation', /has no routes/],
    ['controller', 'desktop/pricing', 'releases', /below a surface \(admin, mobile, public, service\)/],
    ['module', 'one/two', 'releases', /are in no folder/],
    ['service', 'one/two', 'releases', /no such folders/],
    ['service', 'Pricing', 'releases', /cannot name a service/],
  ])('refuse a %s %s of %s', async (schematic, name, lib, sentence) => {
    const tree = new Tree();
    await expect(plain(tree, schematic, name, lib)).rejects.toThrow(sentence);
    expect(tree.created()).toEqual([]);
  });
});
