import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Records how many answers were compared with the document, over all processes of a run. */

const FILE = 'answers.log';

interface Line {
  readonly json: number;
  readonly others: number;
  readonly operations: readonly string[];
}

export class AnswerCount {
  private json = 0;
  private others = 0;
  private readonly operations = new Set<string>();

  add(operation: string | null, isJson: boolean): void {
    if (isJson) this.json += 1;
    else this.others += 1;
    if (operation) this.operations.add(operation);
  }

  get isEmpty(): boolean {
    return this.json + this.others === 0;
  }

  /** A process may be ended between two tests. */
  save(directory: string): void {
    const line: Line = { json: this.json, others: this.others, operations: [...this.operations] };
    appendFileSync(join(directory, FILE), `${JSON.stringify(line)}\n`);
    this.json = 0;
    this.others = 0;
    this.operations.clear();
  }
}

/** Ends a run with the sum of what its processes have saved. */
export function tellOfAnswers(directory: string): void {
  const file = join(directory, FILE);
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const counts = lines.map((line) => JSON.parse(line) as Line);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const json = sum(counts.map((count) => count.json));
  const others = sum(counts.map((count) => count.others));
  const operations = new Set(counts.flatMap((count) => count.operations)).size;
  process.stderr.write(
    `\n${json} JSON answers and ${others} others, of ${operations} operations, were compared with openapi.json\n`,
  );
}
