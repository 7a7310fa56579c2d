import { existsSync, globSync, readFileSync } from 'node:fs';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');

/** What the guide has its reader create, by the command that creates it. */
function examples(command: RegExp): string[] {
  return [...guide.matchAll(command)].map(([, name = '']) => name);
}

describe('CONTRIBUTING.md', () => {
  it('has its reader generate a module and a library that do not exist yet', () => {
    const modules = examples(/nest generate module (\S+) --project api/g).map((name) => `apps/api/src/${name}`);
    const libraries = examples(/nest generate library (\S+)/g).map((name) => `libs/${name}`);
    expect([modules.length, libraries.length]).toEqual([1, 1]);
    expect([...modules, ...libraries].filter((path) => existsSync(path))).toEqual([]);
  });

  it('has its reader write a migration that does not exist yet', () => {
    const names = examples(/migration:create -- migrations\/([\w-]+)/g);
    expect(names).toHaveLength(1);
    expect(names.flatMap((name) => globSync(`migrations/*-${name}.ts`))).toEqual([]);
  });
});
