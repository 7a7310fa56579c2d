import { pipeline } from 'node:stream/promises';
import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
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

/**
 * Streams the rows, so that memory does not grow with their number. A failure before the first rows is answered like
 * any other; a later one breaks the connection, so that a partial file cannot pass for a complete one. When the client
 * disconnects, reading stops.
 */
export async function sendExport<Row>(
  request: ApiRequest,
  response: Response,
  format: ExportFormat,
  exported: Export<Row>,
): Promise<void> {
  const { batches } = exported;
  const first = await batches.next();
  response.setHeader('Content-Type', MEDIA_TYPES[format]);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName(exported.name, format)}"`);
  if (request.method === 'HEAD') {
    await batches.return();
    response.end();
    return;
  }
  try {
    await pipeline(chunks(format, exported, first), response);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

async function* chunks<Row>(
  format: ExportFormat,
  { columns, toJson, batches }: Export<Row>,
  first: IteratorResult<readonly Row[], void>,
): AsyncGenerator<string, void, void> {
  const cells = Object.values(columns);
  const line =
    format === 'csv'
      ? (row: Row) => csvLine(cells.map((cell) => cell(row)))
      : (row: Row) => `${JSON.stringify(toJson(row))}\n`;
  try {
    if (format === 'csv') yield csvLine(Object.keys(columns));
    for (let batch = first; !batch.done; batch = await batches.next()) yield batch.value.map(line).join('');
  } finally {
    await batches.return();
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

/** A name that neither a header nor a file system can misread. */
function fileName(name: string, format: ExportFormat): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  return `${safe}-${new Date().toISOString().slice(0, 10)}.${format}`;
}

function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
