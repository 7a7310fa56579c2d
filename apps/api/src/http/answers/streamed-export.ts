import { pipeline } from 'node:stream/promises';
import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { answerHeaders } from './answer-headers';
import type { ApiRequest } from '../request/request';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportedCell = string | number | boolean | null;

/** What is exported, and how one row of it looks in either format. */
export interface Export<Row> {
  /** Of the file, without date and extension. */
  readonly name: string;
  /** The columns of CSV, in their order. */
  readonly columns: Readonly<Record<string, (row: Row) => ExportedCell>>;
  /** A line of NDJSON. */
  readonly toJson: (row: Row) => object;
  /** The rows, some at a time, read only as fast as the client takes them. */
  readonly batches: AsyncGenerator<readonly Row[], void, void>;
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** What a spreadsheet may take for the beginning of a formula. */
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
 * Streams the rows, so that memory does not grow with their number. What fails before the first rows are there is an
 * answer like any other; what fails later breaks the connection, so that no half file passes for a whole one. A client
 * that goes away ends the reading.
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

/** Nothing that a header or a file system could misread. */
function fileName(name: string, format: ExportFormat): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  return `${safe}-${new Date().toISOString().slice(0, 10)}.${format}`;
}

function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
