import type { Profiler } from 'node:inspector';

/** Self time by some name, as a share of the time in which the process did something. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

export interface SelfTimes {
  readonly functions: readonly Share[];
  readonly packages: readonly Share[];
}

type Frame = Profiler.ProfileNode['callFrame'];

/** Waiting, and the profiler itself, which takes long to begin. */
const isNoWork = ({ functionName, url }: Frame) => functionName === '(idle)' || url === 'node:inspector';

export function selfTimes(profile: Profiler.Profile): SelfTimes {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let busy = 0;
  for (const [at, node] of (profile.samples ?? []).entries()) {
    const frame = frames.get(node);
    if (!frame || isNoWork(frame)) continue;
    const micros = profile.timeDeltas?.[at] ?? 0;
    busy += micros;
    add(functions, functionOf(frame), micros);
    add(packages, packageOf(frame), micros);
  }
  return { functions: shares(functions, busy), packages: shares(packages, busy) };
}

function add(times: Map<string, number>, name: string, micros: number): void {
  times.set(name, (times.get(name) ?? 0) + micros);
}

function shares(times: ReadonlyMap<string, number>, busy: number): Share[] {
  return [...times].map(([name, micros]) => ({ name, share: micros / busy })).sort((a, b) => b.share - a.share);
}

function functionOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  return url ? `${name}  ${placeOf(url)}:${lineNumber + 1}` : name;
}

/** The package, the context or the part of Node that a function belongs to. */
function packageOf({ functionName, url }: Frame): string {
  if (!url) return functionName.startsWith('(') ? functionName : 'node (native)';
  if (url.startsWith('node:')) return 'node';
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (installed) return installed;
  return /\/dist\/((?:apps|libs)\/[^/]+)/.exec(url)?.[1] ?? placeOf(url);
}

function placeOf(url: string): string {
  return url.replace(/^file:\/\//, '').replace(/^.*?\/(?=node_modules\/|dist\/)/, '');
}
