import { randomInt } from 'node:crypto';

/** Rows of an hour's statistics of a message, so that those who count do not wait for each other. */
const SHARDS = 16;

/** Nobody draws it: members who read need not wait for a batch of the fan-out. */
export const SHARD_OF_FAN_OUT = SHARDS;

/** The hour in which something is counted: the same for all who count, whatever the time zone of the database. */
export const THIS_HOUR = `date_trunc('hour', now(), 'UTC')`;

export function anyShard(): number {
  return randomInt(SHARDS);
}
