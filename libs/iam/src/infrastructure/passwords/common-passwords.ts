import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** The most common passwords of at least twelve characters, in lower case; see docs/dependencies.md for the source. */
@Injectable()
export class CommonPasswords {
  private list: ReadonlySet<string> | null = null;

  has(lowerCasePassword: string): boolean {
    // Read at the first question: most processes of a worker deployment are never asked.
    this.list ??= new Set(readFileSync(join(__dirname, 'common-passwords.txt'), 'utf8').trimEnd().split('\n'));
    return this.list.has(lowerCasePassword);
  }
}

/** The same of a password however it is written, where there is no application yet to ask. */
export function isCommonPassword(password: string): boolean {
  return new CommonPasswords().has(password.normalize('NFC').toLowerCase());
}
