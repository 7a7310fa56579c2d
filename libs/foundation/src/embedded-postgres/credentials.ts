import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Layout } from './layout';

export const SUPERUSER = 'postgres';
export const OWNER_ROLE = 'appkernel_owner';
export const LOGIN_ROLE = 'appkernel';
export const DATABASE = 'appkernel';

/** The passwords of the three roles that can sign in. */
export interface Credentials {
  readonly superuser: string;
  readonly owner: string;
  readonly application: string;
}

/** Null before the first start. */
export async function readCredentials(layout: Layout): Promise<Credentials | null> {
  try {
    return JSON.parse(await readFile(layout.credentials, 'utf8')) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function createCredentials(layout: Layout): Promise<Credentials> {
  const credentials: Credentials = { superuser: password(), owner: password(), application: password() };
  // Renamed into place, so that an interrupted start leaves no partial file.
  const draft = `${layout.credentials}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  await rename(draft, layout.credentials);
  return credentials;
}

export function urlOf(role: string, secret: string, port: number, database: string): string {
  return `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
}

/** Letters, digits, - and _ only: used in URLs and SQL without escaping. */
function password(): string {
  return randomBytes(24).toString('base64url');
}
