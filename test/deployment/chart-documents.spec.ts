import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONFIGURATION_VARIABLES, ConfigurationError, loadConfig } from '../../libs/foundation/src/config/config';
import { CHART } from './support/helm';

interface Property {
  readonly type?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | null)[];
}

interface Schema {
  readonly properties: {
    readonly config: { readonly properties: Readonly<Record<string, Property>> };
    readonly secrets: {
      readonly properties: { readonly variables: { readonly properties: Readonly<Record<string, object>> } };
    };
  };
}

const read = (file: string) => readFileSync(`${CHART}/${file}`, 'utf8');
const schema = JSON.parse(read('values.schema.json')) as Schema;
const settings = schema.properties.config.properties;
const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

/** What the program has against the value of one variable. */
function problemsOf(name: string, value: string): readonly string[] {
  try {
    loadConfig({ NODE_ENV: 'production', [name]: value });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.filter((problem) => problem.startsWith(`${name} must`));
  }
}

describe('The chart', () => {
  it('knows each variable of the program, as a setting and as a secret', () => {
    const variables = [...CONFIGURATION_VARIABLES].sort();
    expect(Object.keys(settings).sort()).toEqual(variables);
    expect(Object.keys(schema.properties.secrets.properties.variables.properties).sort()).toEqual(variables);
  });

  it('has the limits of the program', () => {
    const limited = Object.entries(settings).filter(([, { type }]) => type?.includes('integer') && type.length === 2);
    expect(limited.length).toBeGreaterThan(10);
    for (const [name, { minimum = -1, maximum = -1 }] of limited) {
      for (const value of [minimum, maximum]) expect([name, problemsOf(name, String(value))]).toEqual([name, []]);
      for (const value of [minimum - 1, maximum + 1]) {
        expect({ name, value, problems: problemsOf(name, String(value)) }).toMatchObject({
          problems: [expect.stringContaining(name)],
        });
      }
    }
  });

  it('offers the choices of the program', () => {
    const choices = Object.entries(settings).filter(([, property]) => property.enum);
    expect(choices.map(([name]) => name)).toEqual(['LOG_LEVEL', 'SMS_DRIVER', 'STORAGE_DRIVER']);
    for (const [name, { enum: values = [] }] of choices) {
      for (const value of values.filter(Boolean)) expect([name, problemsOf(name, String(value))]).toEqual([name, []]);
      expect(problemsOf(name, 'nonsense')).toHaveLength(1);
    }
    const flags = Object.entries(settings).filter(([, { type }]) => type?.includes('boolean'));
    expect(flags.length).toBeGreaterThan(4);
    for (const [name] of flags) expect(problemsOf(name, 'nonsense')).toHaveLength(1);
  });

  it('is made for this version of the program', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ name: 'appkernel', appVersion: version });
  });

  it('has a README with the values as they are', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/chart-readme.mjs', '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
