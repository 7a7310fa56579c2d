import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { UsageError } from './command';
import { readRecords } from './exported-records';

describe('An exported collection', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-records-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const read = async (content: string | Buffer) => {
    const file = join(directory, 'records.json');
    writeFileSync(file, content);
    const records = [];
    for await (const { number, value } of readRecords(file)) records.push([number, value]);
    return records;
  };

  it.each([
    ['a line each', '{"a":1}\n{"a":"2\\n"}\n'],
    ['the last without an end', '{"a":1}\n{"a":"2\\n"}'],
    ['lines of another system, with a mark', '\ufeff{"a":1}\r\n{"a":"2\\n"}\r\n'],
    ['a list', '[{"a":1},{"a":"2\\n"}]'],
    ['a list in many lines, with a mark', '\ufeff\n [\n  {"a": 1},\n  {\n "a": "2\\n"}\n]\n'],
  ])('may have %s', async (_form, content) => {
    expect(await read(content)).toEqual([
      [1, { a: 1 }],
      [2, { a: '2\n' }],
    ]);
  });

  it('names broken lines, and passes over blank ones', async () => {
    const lines = ['{"a":1}', '', '{"a":', 'null', '  ', '{"a":2}x', '{"a":3}'];
    expect(await read(lines.join('\n'))).toEqual([
      [1, { a: 1 }],
      [3, undefined],
      [4, null],
      [6, undefined],
      [7, { a: 3 }],
    ]);
  });

  it('names broken records of a list, which may end too early', async () => {
    expect(await read('[{"a":1},{"a"},,{"a":2}]')).toEqual([
      [1, { a: 1 }],
      [2, undefined],
      [3, undefined],
      [4, { a: 2 }],
    ]);
    expect(await read('[{"a":1},{"a":2')).toEqual([
      [1, { a: 1 }],
      [2, undefined],
    ]);
    expect(await read('[{"a":1}}, {"a":2}]')).toEqual([
      [1, undefined],
      [2, { a: 2 }],
    ]);
  });

  it.each([' {"a":3}', '\n[{"a":3},{"a":4}]\n', '}', ']', ',', '\ufeff'])(
    'calls broken what follows a list: %j',
    async (rest) => {
      expect(await read(`[{"a":1},{"a":2}]${rest}`)).toEqual([
        [1, { a: 1 }],
        [2, { a: 2 }],
        [3, undefined],
      ]);
    },
  );

  it('tells once what follows a list, in however many parts it is read', async () => {
    const rest = `${' '.repeat(100_000)}{"a":2}${' '.repeat(100_000)}{"a":3}`;
    expect(await read(`[{"a":1}]${rest}`)).toEqual([
      [1, { a: 1 }],
      [2, undefined],
    ]);
    expect(await read(`[{"a":1}]${' '.repeat(200_000)}`)).toEqual([[1, { a: 1 }]]);
  });

  it.each(['', '\n\n', '[]', ' [ ] '])('may be empty: %j', async (content) => {
    expect(await read(content)).toEqual([]);
  });

  it('calls a line broken that is not UTF-8, or has more than a megabyte', async () => {
    const latin = Buffer.from('{"a":"\u00e9"}\n', 'latin1');
    expect(await read(Buffer.concat([latin, Buffer.from('{"a":1}')]))).toEqual([
      [1, undefined],
      [2, { a: 1 }],
    ]);
    const large = `{"a":"${'x'.repeat(1_100_000)}"}`;
    expect(await read(`${large}\n{"a":1}`)).toEqual([
      [1, undefined],
      [2, { a: 1 }],
    ]);
    expect(await read(`[${large},{"a":1}]`)).toEqual([
      [1, undefined],
      [2, { a: 1 }],
    ]);
  });

  it('is read alike in either form, whatever it contains', async () => {
    const anyRecords = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const expected = records.map((record, at) => [at + 1, JSON.parse(JSON.stringify(record))]);
        expect(await read(records.map((record) => JSON.stringify(record)).join('\n'))).toEqual(expected);
        expect(await read(JSON.stringify(records))).toEqual(expected);
        expect(await read(JSON.stringify(records, null, 2))).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['lines', '', '\n'],
    ['a list', '[', ','],
  ])('may be larger than the memory of its reader: 10,000 in %s', async (_form, start, between) => {
    const file = join(directory, 'large.json');
    const hundred = Array.from({ length: 100 }, (_, at) => JSON.stringify({ at, token: 'x'.repeat(20_000) }));
    writeFileSync(file, start);
    for (let at = 0; at < 100; at++) appendFileSync(file, hundred.join(between) + between);
    const reader = `
      const { parentPort, workerData } = require('node:worker_threads');
      (async () => {
        let count = 0;
        for await (const { value } of require(workerData.reader).readRecords(workerData.file)) if (value) count++;
        parentPort.postMessage(count);
      })();`;
    const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 };
    const workerData = { reader: require.resolve('./exported-records'), file };
    const [count] = (await once(new Worker(reader, { eval: true, workerData, resourceLimits }), 'message')) as [number];
    expect(count).toBe(10_000);
  });

  it('that is no regular file is an error of the call: it could be read but once', async () => {
    await expect(readRecords(directory).next()).rejects.toThrow(UsageError);
    await expect(readRecords('/dev/null').next()).rejects.toThrow(/not a regular file/);
  });

  it('that does not exist is an error of the call', async () => {
    const reading = readRecords(join(directory, 'none.json')).next();
    await expect(reading).rejects.toThrow(UsageError);
  });
});
