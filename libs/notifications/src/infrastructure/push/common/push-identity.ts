import { createHash } from 'node:crypto';

/** A number of 31 bits under which a message replaces itself on the screen. */
export function notifyIdOf(messageId: string): number {
  return createHash('sha256').update(messageId).digest().readUInt32BE(0) >>> 1;
}
