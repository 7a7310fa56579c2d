import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from './command';

/** A record of an exported collection. */
export interface ExportedRecord {
  /** The line, or in a list the place, both from 1. */
  readonly number: number;
  /** Undefined where there is no valid JSON. */
  readonly value: unknown;
}

/** No user has as much. What is larger is broken, such as a file without ends of lines. */
const MAX_RECORD_BYTES = 1_048_576;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const BLANKS = Buffer.from(' \t\r\n');
const [NEWLINE = 0, QUOTE = 0, BACKSLASH = 0, COMMA = 0, OPEN_LIST = 0, CLOSE_LIST = 0, OPEN = 0, CLOSE = 0] =
  Buffer.from('\n"\\,[]{}');

/**
 * The records of a collection of any size, one at a time: one object a line, as uniCloud exports them, or a list of
 * objects. A broken one does not end the reading.
 *
 * @throws UsageError when the file cannot be read, or not a second time, such as a pipe.
 */
export async function* readRecords(file: string): AsyncGenerator<ExportedRecord> {
  let splitter: Splitter | null = null;
  let start = Buffer.alloc(0);
  try {
    if (!(await stat(file)).isFile()) throw new UsageError(`${file} is not a regular file`);
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (splitter) {
        yield* splitter.push(chunk);
        continue;
      }
      start = withoutMark(Buffer.concat([start, chunk]));
      const first = start.findIndex((byte) => !BLANKS.includes(byte));
      if (first < 0 && start.length < MAX_RECORD_BYTES) continue;
      const isList = start[first] === OPEN_LIST;
      splitter = isList ? new ListSplitter() : new LineSplitter();
      yield* splitter.push(isList ? start.subarray(first + 1) : start);
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  }
  if (splitter) yield* splitter.end();
}

function withoutMark(bytes: Buffer): Buffer<ArrayBuffer> {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return Buffer.from(isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes);
}

/** Collects the bytes of one record after the other. */
abstract class Splitter {
  private parts: Buffer[] = [];
  private length = 0;
  protected number = 0;

  abstract push(chunk: Buffer): Generator<ExportedRecord>;

  /** What is left when the file ends. */
  abstract end(): Generator<ExportedRecord>;

  protected keep(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.length <= MAX_RECORD_BYTES) this.parts.push(bytes);
    else this.parts = [];
  }

  /** Null for nothing but blanks. */
  protected finish(): ExportedRecord | null {
    const isTooLarge = this.length > MAX_RECORD_BYTES;
    const bytes = Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    this.number++;
    const value = isTooLarge ? undefined : parse(bytes);
    const isBlank = value === undefined && !isTooLarge && bytes.every((byte) => BLANKS.includes(byte));
    return isBlank ? null : { number: this.number, value };
  }
}

class LineSplitter extends Splitter {
  *push(chunk: Buffer): Generator<ExportedRecord> {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, to));
      from = to + 1;
      const record = this.finish();
      if (record) yield record;
    }
    this.keep(chunk.subarray(from));
  }

  *end(): Generator<ExportedRecord> {
    const record = this.finish();
    if (record) yield record;
  }
}

/**
 * Divides what follows the bracket of a list at its commas. All that matters for this is ASCII, and so no part of another
 * letter.
 */
class ListSplitter extends Splitter {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isOver = false;
  private isFollowed = false;

  *push(chunk: Buffer): Generator<ExportedRecord> {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.isOver; at++) {
      if (!this.endsBefore(chunk[at] ?? 0)) continue;
      this.keep(chunk.subarray(from, at));
      from = at + 1;
      const record = this.finish();
      if (record) yield record;
      else if (!this.isOver) yield { number: this.number, value: undefined };
    }
    if (!this.isOver) this.keep(chunk.subarray(from));
    else if (!this.isFollowed && chunk.subarray(from).some((byte) => !BLANKS.includes(byte))) {
      // Another list, perhaps: whoever joins two files must not believe that both were read.
      this.isFollowed = true;
      yield { number: this.number + 1, value: undefined };
    }
  }

  /** A list that does not end is broken, and so is its last record. */
  *end(): Generator<ExportedRecord> {
    if (this.isOver) return;
    this.finish();
    yield { number: this.number, value: undefined };
  }

  private endsBefore(byte: number): boolean {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.isInText = false;
      return false;
    }
    this.isOver = this.depth === 0 && byte === CLOSE_LIST;
    if (this.isOver || (this.depth === 0 && byte === COMMA)) return true;
    if (byte === QUOTE) this.isInText = true;
    else if (byte === OPEN || byte === OPEN_LIST) this.depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) this.depth = Math.max(0, this.depth - 1);
    return false;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
