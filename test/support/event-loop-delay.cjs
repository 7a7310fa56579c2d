// Loaded before the server (`node --require`): writes, at SIGUSR2, how long its event loop was held since the last time.
const { renameSync, writeFileSync } = require('node:fs');
const { createHistogram } = require('node:perf_hooks');

const RESOLUTION_MS = 2;

// The work of this thread between two ticks, in microseconds: how long the program itself held the loop. Waiting for
// other programs on the machine, which may be much longer, does not count.
const held = createHistogram();
let before = work();
let peakBytes = 0;
let ticks = 0;
setInterval(() => {
  const now = work();
  held.record(Math.max(1, now - before));
  before = now;
  if (++ticks % 10 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, RESOLUTION_MS).unref();

function work() {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

process.on('SIGUSR2', () => {
  const measured = {
    longestHoldMs: held.max / 1e3,
    usedMs: (held.mean * held.count) / 1e3,
    peakBytes: Math.max(peakBytes, process.memoryUsage.rss()),
  };
  const file = process.env.EVENT_LOOP_DELAY_FILE;
  writeFileSync(`${file}.part`, JSON.stringify(measured));
  renameSync(`${file}.part`, file);
  held.reset();
  peakBytes = 0;
  before = work();
});
