import { readFileSync } from 'node:fs';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('docs/dependencies.md', () => {
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(\S+)` +\| .*?\| (\S.*?) +\|$/gm);
  const documented = [...rows].map(([, name = '', licence = '']) => ({ name, licence }));

  it('has a line for every package and no others', () => {
    const packages = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    expect(documented.map(({ name }) => name).sort()).toEqual(packages.sort());
  });

  it('names each package’s own licence', () => {
    for (const { name, licence } of documented) {
      const installed = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { license: string };
      expect({ name, licence }).toEqual({ name, licence: installed.license.replace(' AND ', ' and ') });
    }
  });
});
