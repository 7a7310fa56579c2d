import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** The most common passwords of at least twelve characters, in lower case; docs/dependencies.md names the source. */
@Injectable()
export class CommonPasswords {
  private list: ReadonlySet<string> | null = null;

  has(lowerCasePassword: string): boolean {
    // Read on first use: most worker processes never need it.
    this.list ??= new Set(readFileSync(join(__dirname, 'common-passwords.txt'), 'utf8').trimEnd().split('\n'));
    return this.list.has(lowerCasePassword);
  }
}

/** Whether a password is common, ignoring case; usable before the application exists. */
export function isCommonPassword(password: string): boolean {
  return new CommonPasswords().has(password.normalize('NFC').toLowerCase());
}
