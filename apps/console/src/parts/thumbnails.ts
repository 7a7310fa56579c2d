import { callForFile } from '../api/client';

type Width = 64 | 320;

/** Pictures that the page holds at most; those looked at longest ago go first. */
const MOST_KEPT = 200;
/** A browser opens about as many connections to one server. */
const MOST_AT_ONCE = 6;

const kept = new Map<string, Promise<string>>();
const waiting: (() => void)[] = [];
let running = 0;

/** @returns an address for `<img>`: the API wants a token, which `<img>` cannot send. */
export function thumbnail(fileId: string, width: Width): Promise<string> {
  const key = `${fileId} ${width}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const url = load(fileId, width);
  kept.set(key, url);
  // What failed is asked again the next time.
  url.catch(() => kept.delete(key));
  drop();
  return url;
}

async function load(id: string, width: Width): Promise<string> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return URL.createObjectURL(await callForFile('getAdminFileThumbnail', { path: { id }, query: { width } }));
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function drop(): void {
  for (const [key, url] of [...kept].slice(0, Math.max(0, kept.size - MOST_KEPT))) {
    kept.delete(key);
    // A picture that is on the page stays there: it has been read.
    url.then(
      (dropped) => URL.revokeObjectURL(dropped),
      () => undefined,
    );
  }
}
