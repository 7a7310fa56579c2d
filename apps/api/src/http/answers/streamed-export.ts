import { pipeline } from 'node:stream/promises';
import { applyDecorators, HttpCode, Injectable } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { FairTurns } from '@libs/foundation';
import type { Response } from 'express';
import { answerHeaders } from './answer-headers';
import type { ApiRequest } from '../request/request';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportedCell = string | number | boolean | null;

/** The rows to export, and how to write a row in each format. */
export interface Export<Row> {
  /** The file name, without date and extension. */
  readonly name: string;
  /** The CSV columns, in order. */
  readonly columns: Readonly<Record<string, (row: Row) => ExportedCell>>;
  /** The object on a line of NDJSON. */
  readonly toJson: (row: Row) => object;
  /** The rows in batches, read only as fast as the client takes them. */
  readonly batches: AsyncGenerator<readonly Row[], void, void>;
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/**
 * An export holds no connection to the database, and no more than one batch, while its client reads; their number is
 * limited nevertheless, also for each tenant.
 */
const TURNS = { atOnce: 80, eachAtOnce: 16, eachWaiting: 48, waitMs: 20_000 };
/** A client that does not read a batch in time has given up, and keeps others waiting. */
const PATIENCE_MS = 60_000;

/** First characters that a spreadsheet may take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The success of a route that streams an export. */
export function AnswersExport(description: string): MethodDecorator {
  const text = { schema: { type: 'string' } };
  return applyDecorators(
    HttpCode(200),
    ApiResponse({
      status: 200,
      description,
      headers: answerHeaders('Content-Disposition'),
      content: { 'text/csv': text, 'application/x-ndjson': text },
    }),
  );
}

/** All exports of the process. */
@Injectable()
export class StreamedExports {
  private readonly turns = new FairTurns(TURNS);

  /**
   * Streams the rows, so that memory does not grow with their number. A failure before the first rows is answered like
   * any other; a later one breaks the connection, so that a partial file cannot pass for a complete one. When the client
   * disconnects, or stops reading, reading stops.
   *
   * @throws DependencyUnavailableError when too many exports of the tenant are under way, or all of them are.
   */
  async send<Row>(
    request: ApiRequest,
    response: Response,
    tenantId: string,
    format: ExportFormat,
    exported: Export<Row>,
  ): Promise<void> {
    const departure = new AbortController();
    const leave = (): void => departure.abort();
    response.once('close', leave);
    try {
      await this.turns.take(tenantId, () => sendExport(request, response, format, exported), departure.signal);
    } catch (error) {
      if (error !== departure.signal.reason) throw error;
    } finally {
      response.off('close', leave);
    }
  }
}

async function sendExport<Row>(
  request: ApiRequest,
  response: Response,
  format: ExportFormat,
  exported: Export<Row>,
): Promise<void> {
  const { batches } = exported;
  const next = nextBytes(format, exported);
  const first = await next();
  response.setHeader('Content-Type', MEDIA_TYPES[format]);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName(exported.name, format)}"`);
  if (request.method === 'HEAD') {
    await batches.return();
    response.end();
    return;
  }
  try {
    await pipeline(chunks(response, first, next), response);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  } finally {
    await batches.return();
  }
}

/** A function that returns the bytes of the next batch; null at the end. */
function nextBytes<Row>(format: ExportFormat, { columns, toJson, batches }: Export<Row>): () => Promise<Buffer | null> {
  const cells = Object.values(columns);
  const line =
    format === 'csv'
      ? (row: Row) => csvLine(cells.map((cell) => cell(row)))
      : (row: Row) => `${JSON.stringify(toJson(row))}\n`;
  let head = format === 'csv' ? csvLine(Object.keys(columns)) : '';
  return async () => {
    const batch = await batches.next();
    const text = head + (batch.value ?? []).map(line).join('');
    head = '';
    return batch.done && text === '' ? null : Buffer.from(text);
  };
}

async function* chunks(
  response: Response,
  first: Buffer | null,
  next: () => Promise<Buffer | null>,
): AsyncGenerator<Buffer, void, void> {
  for (let chunk = first; chunk; chunk = await next()) {
    const impatience = setTimeout(() => response.destroy(), PATIENCE_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** RFC 4180. */
function csvLine(cells: readonly ExportedCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: ExportedCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A name that is safe in headers and file systems. */
function fileName(name: string, format: ExportFormat): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  return `${safe}-${new Date().toISOString().slice(0, 10)}.${format}`;
}

function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
