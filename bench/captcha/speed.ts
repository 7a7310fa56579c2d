import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { CAPTCHA_LEVELS, CHALLENGE_TYPES, type CaptchaKind } from '../../libs/captcha/src/domain/captcha';
import { Artist } from '../../libs/captcha/src/infrastructure/drawing/artist';
import { DrawingProcess } from '../../libs/captcha/src/infrastructure/drawing-process';
import { QueuedChallengeRenderer } from '../../libs/captcha/src/infrastructure/queued-challenge-renderer';

/**
 * What challenges cost. Through the renderer, as requests use it: how soon the first one comes, how many a second, how
 * late the event loop is meanwhile, and the memory. Then CPU and size of each kind, drawn in this thread. Ends with
 * status 1 when a limit is missed. CPU time is what counts; the machine may be busy. Arguments: challenges a kind (200),
 * challenges through the renderer (10000). Node's flags are those of `npm start`. See docs/decisions/0019-captcha-pictures.md.
 */
const [perKind = '200', throughRenderer = '10000'] = process.argv.slice(2);

const LIMITS = { cpuMs: 8, loopDelayMs: 10, grownMiB: 250, bodyBytes: { rotate: 45_000, others: 34_000 } };
/** Requests that wait at the same time. */
const CLIENTS = 2;
const WARM_UP = 300;
/** Id, token and instruction, which the body has besides the pictures. */
const FRAME_BYTES = 400;
const RESOLUTION_MS = 1;

const misses: string[] = [];

async function main(): Promise<void> {
  await drawThroughRenderer(Number(throughRenderer));
  const artist = new Artist();
  console.log('\nkind               CPU ms  a CPU second  p50 ms  p99 ms   JSON kB  largest');
  for (const type of CHALLENGE_TYPES) {
    for (const level of CAPTCHA_LEVELS) await drawHere(artist, { type, level, characters: 'hanzi' });
  }
  for (const miss of misses) console.log(`missed: ${miss}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}

async function drawHere(artist: Artist, kind: CaptchaKind): Promise<void> {
  const count = Number(perKind);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let drawn = 0; drawn < WARM_UP; drawn++) await drawOne(artist, kind);
  const before = process.cpuUsage();
  for (let drawn = 0; drawn < count; drawn++) {
    const start = performance.now();
    sizes.push(await drawOne(artist, kind));
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / count;
  const largest = Math.max(...sizes);
  const columns = [
    `${kind.type} ${kind.level}`.padEnd(16),
    cpuMs.toFixed(2).padStart(8),
    (1_000 / cpuMs).toFixed(0).padStart(12),
    quantile(times, 0.5).toFixed(1).padStart(9),
    quantile(times, 0.99).toFixed(1).padStart(7),
    (quantile(sizes, 0.5) / 1_000).toFixed(1).padStart(9),
    (largest / 1_000).toFixed(1).padStart(8),
  ];
  console.log(columns.join(''));
  const bodyLimit = kind.type === 'rotate' ? LIMITS.bodyBytes.rotate : LIMITS.bodyBytes.others;
  if (largest > bodyLimit) misses.push(`${kind.type} ${kind.level}: ${largest} bytes, ${bodyLimit} are allowed`);
  if (kind.level === 'standard' && cpuMs > LIMITS.cpuMs) {
    misses.push(`${kind.type}: ${cpuMs.toFixed(2)} ms of CPU, ${LIMITS.cpuMs} are allowed`);
  }
}

/** Draws one as JSON, and lets the canvas give back what it took, as the thread does between messages. */
async function drawOne(artist: Artist, kind: CaptchaKind): Promise<number> {
  const body = JSON.stringify(artist.draw(kind).puzzle);
  await new Promise((resolve) => setImmediate(resolve));
  return Buffer.byteLength(body) + FRAME_BYTES;
}

async function drawThroughRenderer(total: number): Promise<void> {
  const renderer = new QueuedChallengeRenderer(new DrawingProcess());
  const idle = process.memoryUsage.rss();
  const kinds = CHALLENGE_TYPES.map((type): CaptchaKind => ({ type, level: 'standard', characters: 'hanzi' }));
  const start = performance.now();
  await renderer.render({ type: 'click', level: 'standard', characters: 'hanzi' });
  console.log(`the first challenge, with the start of the thread: ${(performance.now() - start).toFixed(0)} ms`);

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const before = process.cpuUsage();
  const begun = performance.now();
  let given = 0;
  let peak = idle;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (given < total) {
        const kind = kinds[given++ % kinds.length];
        if (kind) JSON.stringify((await renderer.render(kind)).puzzle);
        if (given % 100 === 0) peak = Math.max(peak, process.memoryUsage.rss());
      }
    }),
  );
  delay.disable();
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / total;
  const lateMs = delay.percentile(99) / 1e6;
  const grown = (bytes: number) => (bytes - idle) / 1_048_576;
  const end = process.memoryUsage.rss();
  console.log(
    `${total} challenges of all types through the renderer: ${(total / seconds).toFixed(0)} a second, ` +
      `${cpuMs.toFixed(2)} ms of CPU each (${(1_000 / cpuMs).toFixed(0)} a CPU second)\n` +
      `event loop p50 ${(delay.percentile(50) / 1e6).toFixed(1)} ms, p99 ${lateMs.toFixed(1)} ms ` +
      `(of which ${RESOLUTION_MS} ms is the resolution)\n` +
      `memory above idle: ${grown(end).toFixed(0)} MiB at the end, ${grown(peak).toFixed(0)} MiB at most`,
  );
  if (lateMs > LIMITS.loopDelayMs) misses.push(`event loop ${lateMs.toFixed(1)} ms late`);
  if (grown(peak) > LIMITS.grownMiB) misses.push(`memory ${grown(peak).toFixed(0)} MiB above idle`);
  await renderer.onApplicationShutdown();
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

void main();
