import { existsSync, globSync, readFileSync } from 'node:fs';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');

/** What the guide has its reader create, by the command that creates it. */
function examples(command: RegExp): string[] {
  return [...guide.matchAll(command)].map(([, name = '']) => name);
}

describe('CONTRIBUTING.md', () => {
  it('has its reader generate a context, and resources', () => {
    expect(examples(/nest g context (\S+ \S+)/g)).toHaveLength(1);
    expect(examples(/nest g resource (\S+ \S+)/g)).toHaveLength(1);
  });

  it('has its reader generate modules, a service and a controller that do not exist yet', () => {
    const beside = examples(/nest g module (\S+) --project releases/g);
    const services = examples(/nest g service (\S+) --project iam/g);
    const ofApi = examples(/nest g (?:module|controller) (mobile\/\S+)/g);
    expect([beside.length, services.length, ofApi.length]).toEqual([1, 1, 2]);
    const paths = [
      ...beside.map((name) => `libs/releases/src/${name}.module.ts`),
      ...services.map((name) => `libs/iam/src/application/${name}.service.ts`),
      ...ofApi.map((name) => `apps/api/src/${name}`),
    ];
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
  });

  it('has its reader write a migration that does not exist yet', () => {
    const names = examples(/migration:create -- migrations\/([\w-]+)/g);
    expect(names).toHaveLength(1);
    expect(names.flatMap((name) => globSync(`migrations/*-${name}.ts`))).toEqual([]);
  });
});
