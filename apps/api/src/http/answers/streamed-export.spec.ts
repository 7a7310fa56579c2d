import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import { DependencyUnavailableError } from '@libs/kernel';
import fc from 'fast-check';
import type { ApiRequest } from '../request/request';
import { type Export, type ExportedCell, type ExportFormat, StreamedExports } from './streamed-export';
import { anyText } from '../../../../../test/support/any-text';

interface Row {
  readonly id: number;
  readonly name: ExportedCell;
}

/** Serves one export at a time and reports its outcome. */
class ExportServer {
  readonly outcomes: Promise<void>[] = [];
  private readonly server: Server;

  constructor(format: ExportFormat, batches: () => AsyncGenerator<readonly Row[], void, void>, name = 'rows') {
    const exports = new StreamedExports();
    this.server = createServer((request, response) => {
      const exported: Export<Row> = {
        name,
        columns: { id: ({ id }) => id, name: (row) => row.name },
        toJson: (row) => row,
        batches: batches(),
      };
      const outcome = exports.send(request as ApiRequest, response as Response, 'tenant', format, exported);
      outcome.catch(() => response.destroy());
      this.outcomes.push(outcome);
    });
  }

  async get(method = 'GET'): Promise<IncomingMessage> {
    if (!this.server.listening) await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.server.address() as AddressInfo;
    const request = httpRequest({ port, host: '127.0.0.1', method }).end();
    return (await once(request, 'response'))[0] as IncomingMessage;
  }

  async text(): Promise<string> {
    return textOf(await this.get());
  }

  dropConnections(): void {
    this.server.closeAllConnections();
  }

  close(): void {
    this.dropConnections();
    this.server.close();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

// oxlint-disable-next-line typescript/require-await
async function* of(...batches: Row[][]): AsyncGenerator<readonly Row[], void, void> {
  for (const batch of batches) yield batch;
}

/** RFC 4180, as a spreadsheet reads it. */
function parseCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)];
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

describe('A streamed export', () => {
  let server: ExportServer | undefined;
  const serving = (...args: ConstructorParameters<typeof ExportServer>) => (server = new ExportServer(...args));

  afterEach(() => server?.close());

  it('is CSV with a head line, whatever stands in the cells', async () => {
    const name = fc.oneof(anyText(), fc.constantFrom('a"b', 'a,b', 'a\r\nb', '"', '', ' =1'), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 8 }), async (names) => {
        const rows = names.map((value, id) => ({ id, name: value }));
        const served = serving('csv', () => of(rows));
        const lines = parseCsv(await served.text());
        served.close();
        expect(lines).toEqual([
          ['id', 'name'],
          ...rows.map((row) => [String(row.id), (row.name ?? '').replace(/^[=+\-@\t\r]/, "'$&").toWellFormed()]),
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('takes %j its meaning as a formula', async (name) => {
    const [, line] = parseCsv(await serving('csv', () => of([{ id: 1, name }])).text());
    expect(line).toEqual(['1', `'${name}`]);
  });

  it('leaves numbers as they are', async () => {
    expect(await serving('csv', () => of([{ id: -1, name: 2.5 }])).text()).toBe('id,name\r\n-1,2.5\r\n');
  });

  it('is one JSON value a line as NDJSON', async () => {
    const rows = [1, 2, 3].map((id) => ({ id, name: '=a\n"b"' }));
    const text = await serving('ndjson', () => of(rows.slice(0, 2), rows.slice(2))).text();
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Row),
    ).toEqual(rows);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('of nothing is a head line, or nothing', async () => {
    expect(await serving('csv', () => of()).text()).toBe('id,name\r\n');
    server?.close();
    expect(await serving('ndjson', () => of()).text()).toBe('');
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['ndjson', 'application/x-ndjson'],
  ] as const)('is a download of a safe name: %s', async (format, mediaType) => {
    const { headers } = await serving(format, () => of(), 'a"; x=\r\n../ü').get();
    expect(headers['content-type']).toBe(mediaType);
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="[A-Za-z0-9_-]+-\\d{4}-\\d{2}-\\d{2}\\.${format}"$`),
    );
  });

  it('reads no more than a client takes, and stops when it goes away', async () => {
    let batches = 0;
    let ended = false;
    const batch = Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(100) }));
    // oxlint-disable-next-line typescript/require-await
    const endless = async function* () {
      try {
        for (; ; batches++) yield batch;
      } finally {
        ended = true;
      }
    };
    const served = serving('csv', endless);
    const response = await served.get();
    await once(response, 'readable');
    response.destroy();
    await expect(served.outcomes[0]).resolves.toBeUndefined();
    expect(ended).toBe(true);
    // Some 50 kB each: only as many as fit into the buffers of both ends, not as many as a loop can make meanwhile.
    expect(batches).toBeLessThan(400);
  });

  it('ends without a word when its client left before the first rows', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const departure = new Promise<void>((resolve) => {
      const late = async function* (): AsyncGenerator<readonly Row[], void, void> {
        arrived();
        await departure;
        yield [{ id: 1, name: 'a' }];
      };
      const served = serving('csv', late);
      const answer = served.get();
      void arrival.then(() => {
        served.dropConnections();
        void answer.catch(() => resolve());
      });
    });
    await departure;
    await expect(server?.outcomes[0]).resolves.toBeUndefined();
  });

  it('reads nothing beyond the first rows for a HEAD request', async () => {
    let ended = false;
    const batches = async function* () {
      try {
        yield* of([{ id: 1, name: 'a' }], [{ id: 2, name: 'b' }]);
      } finally {
        ended = true;
      }
    };
    const response = await serving('csv', batches).get('HEAD');
    expect({ status: response.statusCode, text: await textOf(response), ended }).toEqual({
      status: 200,
      text: '',
      ended: true,
    });
  });

  it('that fails before the first rows has sent nothing', async () => {
    const failing = async function* (): AsyncGenerator<readonly Row[], void, void> {
      await Promise.reject(new Error('away'));
    };
    const served = serving('csv', failing);
    await expect(served.get()).rejects.toThrow();
    await expect(served.outcomes[0]).rejects.toThrow('away');
  });

  it('that fails later breaks off, so that nobody takes it for whole', async () => {
    const failing = async function* (): AsyncGenerator<readonly Row[], void, void> {
      yield [{ id: 1, name: 'a' }];
      await Promise.reject(new Error('away'));
    };
    const served = serving('csv', failing);
    await expect(served.text()).rejects.toThrow();
    await expect(served.outcomes[0]).rejects.toThrow('away');
  });

  it('is broken off where its client has stopped reading, so that others get their turn', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const row = { id: 1, name: 'x'.repeat(1024 * 1024) };
      // oxlint-disable-next-line typescript/require-await
      const endless = async function* () {
        for (;;) yield [row];
      };
      const served = serving('csv', endless);
      const response = await served.get();
      let isOver = false;
      const outcome = served.outcomes[0]!.finally(() => (isOver = true));
      // Until the buffers of both ends are full, there is always another batch that was taken.
      while (!isOver) {
        await turns(100);
        jest.advanceTimersByTime(59_000);
      }
      await expect(outcome).resolves.toBeUndefined();
      response.destroy();
    } finally {
      jest.useRealTimers();
    }
  });

  it('waits where its tenant has enough of them, and is refused where too many wait; other tenants do not', async () => {
    const [open, waiting] = [16, 48];
    const exports = new StreamedExports();
    let begun = 0;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const one = (tenant: string) => {
      const batches = async function* (): AsyncGenerator<readonly Row[], void, void> {
        begun++;
        await over;
        yield* of();
      };
      const response = Object.assign(new PassThrough(), { setHeader: () => undefined });
      const exported = { name: 'rows', columns: {}, toJson: (row: Row) => row, batches: batches() };
      return exports.send({ method: 'GET' } as ApiRequest, response as unknown as Response, tenant, 'csv', exported);
    };
    const asked = Array.from({ length: open + waiting }, () => one('a'));
    await turns(10);
    expect(begun).toBe(open);
    await expect(one('a')).rejects.toThrow(DependencyUnavailableError);
    const elsewhere = one('b');
    await turns(10);
    expect(begun).toBe(open + 1);
    end();
    await Promise.all([...asked, elsewhere]);
    expect(begun).toBe(open + waiting + 1);
  });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
