import { readFileSync } from 'node:fs';
import { CONFIGURATION_VARIABLES, loadConfig } from './config';

const lines = readFileSync('.env.example', 'utf8').split('\n');
const assignments = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=', 2) as [string, string]);

describe('.env.example', () => {
  it('has every variable once and no other', () => {
    expect(assignments.map(([name]) => name).sort()).toEqual([...CONFIGURATION_VARIABLES].sort());
  });

  it('changes nothing when it is taken as it is', () => {
    expect(loadConfig(Object.fromEntries(assignments))).toEqual(loadConfig({}));
  });
});
