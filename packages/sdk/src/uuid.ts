import { host } from './host.js';

/** A random UUID, for keys of installations and of requests. */
export function uuid(): string {
  if (host.crypto?.randomUUID) return host.crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (host.crypto?.getRandomValues) host.crypto.getRandomValues(bytes);
  // The engines of mini programs have no source of randomness but this one.
  else for (let at = 0; at < 16; at += 1) bytes[at] = Math.floor(Math.random() * 256);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
