import { readFileSync } from 'node:fs';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly dev?: boolean; readonly link?: boolean }>
  >;
}

/** Licences that a product under MIT may carry with it, whatever it is used for: each asks for its text, and no more. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'PSF-2.0'],
  ...['Python-2.0', 'MIT AND Apache-2.0'],
]);

/** Packages that tell their licence elsewhere than npm looks for it, and where: all are of MIT. */
const TOLD_ELSEWHERE: Readonly<Record<string, [file: string, words: string]>> = {
  busboy: ['LICENSE', 'Permission is hereby granted, free of charge'],
  'passport-strategy': ['LICENSE', 'The MIT License'],
  pause: ['Readme.md', '(The MIT License)'],
  streamsearch: ['LICENSE', 'Permission is hereby granted, free of charge'],
};

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

describe('What the image carries', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const contained = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );

  it('is under a licence that allows it', () => {
    expect(contained.length).toBeGreaterThan(100);
    const others = contained.filter(([, { license }]) => license === undefined || !ALLOWED.has(license));
    expect(others.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(Object.keys(TOLD_ELSEWHERE));
    for (const [name, [file, words]] of Object.entries(TOLD_ELSEWHERE)) {
      expect(readFileSync(`node_modules/${name}/${file}`, 'utf8')).toContain(words);
    }
  });
});
