'use strict';
// Preloaded into a server: kills it at the statement that DEADLY_STATEMENT names a part of, before it is sent, or after
// its answer, or after that of the COMMIT which follows it (DEADLY_MOMENT: before, after, committed).
const pg = require('pg');

const { DEADLY_STATEMENT: part, DEADLY_MOMENT: moment } = process.env;
const query = pg.Client.prototype.query;
const armed = new WeakSet();

pg.Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? '');
  const isDeadly = text.includes(part);
  if (isDeadly && moment === 'before') die();
  const result = query.apply(this, given);
  if (isDeadly && moment === 'committed') armed.add(this);
  const isLast = (isDeadly && moment === 'after') || (text === 'COMMIT' && armed.has(this));
  return isLast && typeof result?.then === 'function' ? result.then(die) : result;
};

function die() {
  process.kill(process.pid, 'SIGKILL');
  // The signal takes a moment, in which nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
