import { readFileSync } from 'node:fs';
import { CONFIGURATION_VARIABLES, loadConfig } from './config';

const lines = readFileSync('.env.example', 'utf8').split('\n');
const assignments = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=', 2) as [string, string]);

describe('.env.example', () => {
  it('lists every variable once and no others', () => {
    expect(assignments.map(([name]) => name).sort()).toEqual([...CONFIGURATION_VARIABLES].sort());
  });

  it('changes nothing when used unedited', () => {
    expect(loadConfig(Object.fromEntries(assignments))).toEqual(loadConfig({}));
  });
});
