import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { addEventHandler } from 'jest-circus';
import { traceSources } from '@libs/kernel';

/**
 * The features of jest that the runner of the suites lacks: time limits for tests and hooks, a random order of tests,
 * and fake timers that advance asynchronously.
 */

/** For suites that start databases and servers, or run beside such suites. No test relies on it. */
const TIMEOUT_MS = 60_000;
/** A machine may be slow, or have other things to do: how many times as long each may then take. */
const PATIENCE = 5;

traceSources();

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

addEventHandler((event, state) => {
  if (event.name === 'start_describe_definition') expectRealTimers();
  if (event.name === 'add_test') limit(state.currentDescribeBlock.children.at(-1));
  if (event.name === 'add_hook') limit(state.currentDescribeBlock.hooks.at(-1));
  if (event.name === 'add_test') place(state.currentDescribeBlock.children);
  if (event.name === 'start_describe_definition') place(state.currentDescribeBlock.parent?.children ?? []);
});

type Block = Parameters<Parameters<typeof addEventHandler>[0]>[1]['currentDescribeBlock'];

/** A suite would wait for ever with the fake timers of one before it in the same process. */
function expectRealTimers(): void {
  if (globalThis.setTimeout === startTimer && globalThis.clearTimeout === stopTimer) return;
  [globalThis.setTimeout, globalThis.clearTimeout] = [startTimer, stopTimer];
  throw new Error('A suite before this one in the same process has left other timers than the real ones');
}

function limit(entry: Block['children'][number] | Block['hooks'][number] | undefined): void {
  if (!entry || entry.type === 'describeBlock' || !entry.fn) return;
  const run = entry.fn as () => unknown;
  const milliseconds = PATIENCE * (entry.timeout ?? TIMEOUT_MS);
  entry.fn = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_resolve, reject) => {
      timer = startTimer(() => reject(new Error(`It took longer than ${milliseconds} ms`)), milliseconds);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      stopTimer(timer);
    }
  };
}

/** With `--randomize`, swaps places with an earlier one. */
function place(children: Block['children']): void {
  const seed = process.env['TEST_SEED'];
  const last = children.length - 1;
  const entry = children[last];
  if (seed === undefined || !entry) return;
  const path = relative(process.cwd(), expect.getState().testPath ?? '');
  const draw = createHash('sha256').update(`${seed} ${path} ${namesOf(entry).join(' ')}`);
  const other = draw.digest().readUInt32BE() % children.length;
  [children[last], children[other]] = [children[other] ?? entry, entry];
}

function namesOf(entry: Block['children'][number]): string[] {
  return entry.parent ? [...namesOf(entry.parent), entry.name] : [entry.name];
}

const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: true } } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
  global: globalThis,
});

Object.assign(jest, {
  useFakeTimers: (config?: Parameters<ModernFakeTimers['useFakeTimers']>[0]) => {
    timers.useFakeTimers(config);
    return jest;
  },
  useRealTimers: () => {
    timers.useRealTimers();
    return jest;
  },
  advanceTimersByTime: (milliseconds: number) => timers.advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds: number) => timers.advanceTimersByTimeAsync(milliseconds),
  setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
});
