import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';

/** `tools/versions.mjs`, which is run as it is. */
interface Versions {
  readonly PLACES: readonly (readonly [file: string, before: string, after: string])[];
  versionsIn(root: string): { readonly file: string; readonly version: string | null }[];
  writeVersion(root: string, version: string): void;
  isLater(version: string, than: string): boolean;
  isVersion(text: string): boolean;
  releasedChangelog(text: string, version: string, day: string): string | null;
  notesOf(text: string, version: string): string | null;
}

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A bell.\n\n## [1.1.0] - 2026-10-01\n\n- A door.\n';

describe('A release', () => {
  let versions: Versions;
  beforeAll(async () => {
    versions = (await import(join(process.cwd(), 'tools/versions.mjs'))) as Versions;
  });

  it('finds one version in all places that have it', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const differing = versions.versionsIn('.').filter(({ version: found }) => found !== version);
    expect(differing).toEqual([]);
  });

  it('writes the next into each of them', () => {
    const root = mkdtempSync(join(tmpdir(), 'appkernel-release-'));
    for (const [file] of versions.PLACES) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(file, join(root, file));
    }
    versions.writeVersion(root, '12.3.4-rc.1');
    const found = versions.versionsIn(root).map(({ version }) => version);
    rmSync(root, { recursive: true });
    expect(new Set(found)).toEqual(new Set(['12.3.4-rc.1']));
  });

  it('moves what is not released below its version, and has its notes there', () => {
    const moved = versions.releasedChangelog(CHANGELOG, '1.2.0', '2026-11-28')!;
    expect(moved).toBe(CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n## [1.2.0] - 2026-11-28\n'));
    expect(versions.notesOf(moved, '1.2.0')).toBe('### Added\n\n- A bell.\n');
    expect(versions.notesOf(moved, '1.1.0')).toBe('- A door.\n');
    expect(versions.notesOf(CHANGELOG, '9.9.9')).toBe('### Added\n\n- A bell.\n');
    // There is nothing to be released any more.
    expect(versions.releasedChangelog(moved, '1.3.0', '2026-11-29')).toBeNull();
  });

  it('comes after another by the example of Semantic Versioning 2.0.0 (section 11)', () => {
    const rising =
      '0.9.9 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0';
    const all = rising.split(' ');
    const pairs = fc.tuple(fc.nat(all.length - 1), fc.nat(all.length - 1));
    fc.assert(fc.property(pairs, ([a, b]) => expect(versions.isLater(all[a]!, all[b]!)).toBe(a > b)));
  });

  it.each(['1.2', 'v1.2.0', '1.2.0 ', '1.2.0-', 'latest', ''])('is none as %p', (text) => {
    expect(versions.isVersion(text)).toBe(false);
  });
});
