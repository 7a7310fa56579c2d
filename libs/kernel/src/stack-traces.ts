import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';

/** `toString` of a frame returns its line of the trace; the type of V8 lacks it. */
type Frame = NodeJS.CallSite & { toString(): string };

/** The root of the compiled program. */
const OWN = join(__dirname, '../../..');

/** By compiled file; null where there is no map. */
const maps = new Map<string, SourceMap | null>();

/**
 * Makes stack traces name the lines of the source. A map is read when a trace first passes through its file: with
 * `--enable-source-maps` Node reads those of all modules while it loads them, which takes 15 MiB and a tenth of a start.
 */
export function traceSources(): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `\n    at ${describe(frame)}`);
    return headOf(error) + lines.join('');
  };
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function describe(frame: Frame): string {
  const text = frame.toString();
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!file?.startsWith(OWN) || line === null || column === null) return text;
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return text;
  const source = join(dirname(file), origin.fileName);
  return text.replace(`${file}:${line}:${column}`, () => `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = read(`${file}.map`);
  maps.set(file, map);
  return map;
}

function read(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return null;
  }
}
