import { readFileSync } from 'node:fs';
import { CHINESE, CHINESE_SECTIONS } from './configuration-in-chinese';
import { configurationPage, keysOfConfiguration } from './configuration-page';

const example = readFileSync('.env.example', 'utf8');

describe('The configuration reference', () => {
  it('has a Chinese text for all that .env.example tells, and no other', () => {
    const { titles, names } = keysOfConfiguration(example);
    expect(Object.keys(CHINESE_SECTIONS)).toEqual(titles);
    expect(Object.keys(CHINESE)).toEqual(names);
  });

  it('tells of each variable its default and what it may be', () => {
    const rows = configurationPage(example, 'en').match(/^\| `[A-Z].*$/gm) ?? [];
    expect(rows).toContain('| `PORT` | `3000` | 0 … 65535 |');
    expect(rows).toContain('| `CONSOLE_ENABLED` | `true` | true, false |');
    expect(rows).toContain('| `STORAGE_DRIVER` | `local` | local, s3 |');
    expect(rows).toContain('| `SMTP_URL` |  |  |');
    expect(configurationPage(example, 'zh').match(/^\| `[A-Z].*$/gm)).toEqual(rows);
  });
});
