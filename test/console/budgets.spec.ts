import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtConsole } from './support/built-console';

const KIB = 1_024;
/** The one that most have; all are about as large. */
const LOCALE = 'zh-CN';

const { directory, chunks, files } = builtConsole();
const sizes = new Map(files.map(({ path, bytes, gz }) => [path, gz ?? bytes]));

/** The sources of a screen as Vite names them: those that there are, with their texts. */
function sourcesOf(...patterns: readonly string[]): string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: 'apps/console' }))
    .map((path) => path.replaceAll('\\', '/'));
}

/** All files that a browser loads with these: what they import, but not what they load later. */
function filesOf(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`The build has no ${key} of its own`);
    if (found.has(chunk.file)) continue;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

function kibOf(paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + sizes.get(path)!, 0) / KIB;
}

/** What the page itself names: the door, which is loaded in one piece. */
const NAMED = readFileSync(join(directory, 'index.html'), 'utf8').match(/assets\/[\w.-]+/g) ?? [];
const START = sourcesOf(`src/locales/${LOCALE}.json`);
const SIGN_IN = sourcesOf(`src/door/locales/${LOCALE}.json`);
const FRAME = sourcesOf('src/frame/Frame.vue', `src/frame/locales/${LOCALE}.json`, `src/parts/locales/${LOCALE}.json`);
const APPS = 'src/screens/apps';
const FIRST_LIST = sourcesOf(`${APPS}/*List.vue`, `${APPS}/locales/${LOCALE}.json`);

describe('What a browser loads of the console, compressed by gzip', () => {
  it('is at most 90 KiB until somebody can sign in', () => {
    expect(NAMED.some((path) => path.includes('/door-'))).toBe(true);
    const loaded = new Set(['index.html', ...NAMED, ...filesOf([...START, ...SIGN_IN])]);
    expect(kibOf(loaded)).toBeLessThanOrEqual(90);
  });

  it('is at most 260 KiB until the first list is there', () => {
    expect(FIRST_LIST.length > 0).toBe(existsSync(join('apps/console', APPS)));
    const loaded = new Set(['index.html', ...NAMED, ...filesOf([...START, ...FRAME, ...FIRST_LIST])]);
    expect(kibOf(loaded)).toBeLessThanOrEqual(260);
  });

  it('is at most 700 KiB, whatever it opens', () => {
    const loaded = files.map(({ path }) => path).filter((path) => /\.(?:js|css)$/.test(path));
    expect(loaded.length).toBeGreaterThan(0);
    expect(kibOf(loaded)).toBeLessThanOrEqual(700);
  });
});
