'use strict';
// Preloaded into a server: kills it when requests have come to moments around the statement that DEADLY_STATEMENT names
// a part of. The first to come there is held at the first of DEADLY_MOMENTS, the second at the second, and so on: before
// it is sent, or after its answer, or after that of the COMMIT which follows it (before, after, committed). Each is told
// on the output; at the last one the server dies.
const { writeSync } = require('node:fs');
const pg = require('pg');

const { DEADLY_STATEMENT: part, DEADLY_MOMENTS } = process.env;
const moments = DEADLY_MOMENTS.split(',');
const query = pg.Client.prototype.query;
const armed = new WeakSet();
let notHeld = moments.length;

pg.Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? '');
  const moment = text.includes(part) ? moments.shift() : undefined;
  if (moment === 'before') return hold(moment);
  const result = query.apply(this, given);
  if (moment === 'committed') armed.add(this);
  const isCommit = text === 'COMMIT' && armed.has(this);
  return moment === 'after' || isCommit ? result.then(() => hold(moment ?? 'committed')) : result;
};

function hold(moment) {
  notHeld -= 1;
  if (notHeld === 0) die();
  writeSync(1, `held ${moment}\n`);
  return new Promise(() => undefined);
}

function die() {
  process.kill(process.pid, 'SIGKILL');
  // The signal takes a moment, in which nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
