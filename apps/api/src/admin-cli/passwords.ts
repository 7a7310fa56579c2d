import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { UsageError } from './command';

export const PASSWORD_OPTION = {
  type: 'boolean',
  help: 'Read the password from the first line of standard input, rather than make one.',
} as const;

/** The first line. A password is never an argument: those are visible to everybody on the machine. @throws UsageError */
export async function passwordFrom(input: Readable): Promise<string> {
  const [password = ''] = (await text(input)).split(/\r?\n/, 1);
  if (password === '') throw new UsageError('--password-stdin needs a password on standard input');
  return password;
}
