import { Problem } from '../api/problem';
import { isEqual, isPlain, member } from './equality';

/** What is left of a problem: an error is about the value that was sent, and gone once another is there. Null: nothing. */
export function uncorrected(problem: unknown, sent: object, now: object): unknown {
  if (!(problem instanceof Problem)) return problem;
  const errors = problem.errors.filter(({ field }) => !isChanged(field, sent, now));
  if (errors.length === problem.errors.length) return problem;
  return errors.length === 0 ? null : problem.withErrors(errors);
}

/** @param field as the API calls it: `title.en-US`, `stores[1].url`. */
function isChanged(field: string, sent: object, now: object): boolean {
  let [one, other]: unknown[] = [sent, now];
  for (const key of field.split(/[.[\]]+/).filter((part) => part !== '')) {
    // The whole of what has no such member is at fault.
    if (!isBranch(one) && !isBranch(other)) break;
    [one, other] = [inside(one, key), inside(other, key)];
  }
  return !isEqual(one, other);
}

function isBranch(value: unknown): boolean {
  return isPlain(value) || Array.isArray(value);
}

function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isPlain(value) ? member(value, key) : undefined;
}
