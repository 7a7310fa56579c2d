import { readFile } from 'node:fs/promises';
import { isUuid } from '@libs/kernel';
import { versionCodeOf } from '@libs/releases';
import { command, UsageError } from './command';
import { idOf, isStatistics, readEntry, type UniUpgradeEntry } from './uni-upgrade-entry';
import { type FileEntry, type Place, readEntries } from './uni-upgrade-file';
import { type EntryResult, UniUpgradeImport } from './uni-upgrade-import';

interface ReadEntry {
  readonly place: Place;
  readonly id: string | null;
  readonly read: { readonly entry: UniUpgradeEntry } | { readonly skipped: string } | EntryResult;
}

type Report = Place & { readonly id: string | null } & (EntryResult | { readonly skipped: string });

export const IMPORT_UNI_UPGRADE = command({
  name: 'import-uni-upgrade',
  summary: 'Imports the versions of a uni-upgrade-center.',
  positionals: ['file'],
  options: {
    app: { type: 'string', help: 'The id of the App, if its dcloud_appid is not the appid.' },
    publish: {
      type: 'boolean',
      help: 'Publish what is published there (stable_publish), unless clients have a newer version.',
    },
  },
  help:
    'Reads the collection opendb-app-versions as uniCloud exports it (JSON), and creates drafts of its ' +
    'versions.\nReleases that exist already are left unchanged, so the command may be repeated. The summary is JSON; ' +
    'the exit code\nis 1 when an entry could not be imported.',
  async run(app, { positionals, options }) {
    const { app: appId = null, publish = false } = options;
    if (appId !== null && !isUuid(appId)) throw new UsageError('--app must be the id of an App');
    const [file = ''] = positionals;
    const running = new UniUpgradeImport(app, publish);
    const entries: ReadEntry[] = [];
    for (const entry of readEntries(await contentOf(file))) entries.push(await read(running, entry));
    expectOneAppid(entries, appId);
    const reports = new Map<ReadEntry, Report>();
    for (const one of inOrder(withoutRivals(entries))) {
      const { place, id } = one;
      reports.set(one, { ...place, id, ...(await importOne(running, one.read, appId?.toLowerCase() ?? null)) });
    }
    const all = [...reports.values()].sort((a, b) => numberOf(a) - numberOf(b));
    const summary = summaryOf(all);
    return { output: { ...summary, entries: all }, isGood: summary.failed === 0 };
  },
});

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function importOne(
  running: UniUpgradeImport,
  read: ReadEntry['read'],
  appId: string | null,
): Promise<EntryResult | { readonly skipped: string }> {
  if (!('entry' in read)) return read;
  const app = await running.findApp(read.entry, appId);
  if (app) return running.run(app, read.entry);
  return {
    problems: [{ field: 'appid', message: 'is not the dcloud_appid of any App here; name the App with --app' }],
  };
}

async function read(running: UniUpgradeImport, { place, value }: FileEntry): Promise<ReadEntry> {
  if (value === undefined) return { place, id: null, read: { problems: [{ message: 'is not a JSON object' }] } };
  const object = value as object;
  const id = idOf(object);
  if (isStatistics(object)) return { place, id, read: { skipped: 'was written by uni-stat and is not a package' } };
  const found = readEntry(object);
  const problems = 'entry' in found ? await running.problemsOf(found.entry) : found.problems;
  return { place, id, read: problems.length > 0 ? { problems } : found };
}

/** One App here is one App there. */
function expectOneAppid(entries: readonly ReadEntry[], appId: string | null): void {
  const appids = new Set(entries.flatMap(({ read: result }) => ('entry' in result ? [result.entry.appid] : [])));
  if (appId === null || appids.size <= 1) return;
  throw new UsageError(
    `The file contains several Apps, ${[...appids].join(', ')}: set the dcloud_appid of each App here instead of using --app`,
  );
}

/** Among entries for the same package the published one counts, else the newest. */
function withoutRivals(entries: readonly ReadEntry[]): ReadEntry[] {
  const best = new Map<string, UniUpgradeEntry>();
  for (const { read: result } of entries) {
    if (!('entry' in result)) continue;
    const { entry } = result;
    const rival = best.get(keyOf(entry));
    if (!rival || isBetter(entry, rival)) best.set(keyOf(entry), entry);
  }
  return entries.map((one) => {
    const isBeaten = 'entry' in one.read && best.get(keyOf(one.read.entry)) !== one.read.entry;
    return isBeaten ? { ...one, read: { skipped: 'another entry for the same version is used' } } : one;
  });
}

function keyOf({ appid, type, version, platforms }: UniUpgradeEntry): string {
  return [appid, type, versionCodeOf(version) ?? version, ...platforms].join(' ');
}

function isBetter(entry: UniUpgradeEntry, rival: UniUpgradeEntry): boolean {
  if (entry.isStable !== rival.isStable) return entry.isStable;
  return entry.createdAt > rival.createdAt;
}

/** Native apps before the wgts that need them; the newest last, so that it is what clients get. */
function inOrder(entries: readonly ReadEntry[]): ReadEntry[] {
  const placeOf = ({ read: result }: ReadEntry) => {
    if (!('entry' in result)) return [0, 0] as const;
    return [result.entry.type === 'wgt' ? 1 : 0, result.entry.createdAt] as const;
  };
  return [...entries].sort((a, b) => {
    const [[typeA, timeA], [typeB, timeB]] = [placeOf(a), placeOf(b)];
    return typeA - typeB || timeA - timeB;
  });
}

function summaryOf(reports: readonly Report[]) {
  const releases = reports.flatMap((report) => ('releases' in report ? report.releases : []));
  return {
    created: releases.filter(({ created }) => created).length,
    unchanged: releases.filter(({ created }) => !created).length,
    published: releases.filter(({ publication }) => publication === 'published').length,
    skipped: reports.filter((report) => 'skipped' in report).length,
    failed: reports.filter((report) => 'problems' in report).length,
  };
}

function numberOf(report: Report): number {
  return 'line' in report ? report.line : report.entry;
}
