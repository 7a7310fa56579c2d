import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptTemplate } from './kept-template';

const HOUR_SECONDS = 60 * 60;

describe('A kept template', () => {
  let home: string;
  let kept: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'appkernel-kept-'));
    kept = join(home, 'kept');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const make = (content: string) => {
    const directory = mkdtempSync(join(home, 'made-'));
    mkdirSync(join(directory, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(directory, 'postgres', 'data', 'row'), content);
    return directory;
  };
  const copied = () => {
    const directory = mkdtempSync(join(home, 'copy-'));
    const found = new KeptTemplate(kept).copyTo(directory);
    const row = join(directory, 'postgres', 'data', 'row');
    expect(existsSync(directory)).toBe(true);
    return {
      found,
      row: existsSync(row) ? readFileSync(row, 'utf8') : null,
      data: join(directory, 'postgres', 'data'),
    };
  };
  const age = (seconds: number) => {
    const then = Date.now() / 1_000 - seconds;
    for (const name of readdirSync(kept)) utimesSync(join(kept, name), then, then);
  };

  it('is there for the next run, and only its owner may enter the data', () => {
    expect(copied()).toMatchObject({ found: false, row: null });
    new KeptTemplate(kept).keep(make('one'));
    const copy = copied();
    expect(copy).toMatchObject({ found: true, row: 'one' });
    expect(statSync(copy.data).mode & 0o777).toBe(0o700);
  });

  it('is the newest alone', () => {
    new KeptTemplate(kept).keep(make('one'));
    new KeptTemplate(kept).keep(make('two'));
    expect(copied().row).toBe('two');
    expect(readdirSync(kept)).toHaveLength(1);
  });

  it('is not used when its rows have become old', () => {
    new KeptTemplate(kept).keep(make('one'));
    age(5 * HOUR_SECONDS);
    expect(copied().found).toBe(true);
    age(7 * HOUR_SECONDS);
    expect(copied()).toMatchObject({ found: false, row: null });
  });

  it('is not what a run that was killed left half copied', () => {
    mkdirSync(join(kept, 'draft-abandoned'), { recursive: true });
    mkdirSync(join(kept, 'draft-under-way'));
    const then = Date.now() / 1_000 - 2 * HOUR_SECONDS;
    utimesSync(join(kept, 'draft-abandoned'), then, then);
    expect(copied().found).toBe(false);
    new KeptTemplate(kept).keep(make('one'));
    expect(readdirSync(kept)).toContain('draft-under-way');
    expect(readdirSync(kept)).not.toContain('draft-abandoned');
  });

  it('is done without where nothing can be written', () => {
    writeFileSync(kept, 'a file');
    new KeptTemplate(kept).keep(make('one'));
    expect(copied().found).toBe(false);
  });
});
