import { isPlain } from './equality';
import type { Path } from './merge';

/** As the API calls fields that hold the id of a file. */
const NAME = /(?:^|_)file_id$/;

export function isFileField(path: Path): boolean {
  return NAME.test(path.at(-1) ?? '');
}

/** Ids of the files in a field: the one that it holds, or those of a row with such fields. */
export function filesIn(path: Path, value: unknown): string[] {
  const fields: [string, unknown][] = isPlain(value) ? Object.entries(value) : [[path.at(-1) ?? '', value]];
  return fields.flatMap(([name, id]) => (NAME.test(name) && typeof id === 'string' ? [id] : []));
}
