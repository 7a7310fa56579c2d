import { setImmediate } from 'node:timers/promises';

/** The UTF-16 units of JSON written in one turn of the event loop, in well below a millisecond. */
export const SLICE_LENGTH = 64 * 1024;
/** Deeper than any serializable value; a circular one is deeper. */
const MAX_DEPTH = 1_000;

const LENGTH_OF_SCALAR = 8;
const LENGTH_OF_MOMENT = 26;

/** Whether the JSON has approximately that length or more. Stops as soon as it is known, and builds nothing. */
export function isLongJson(value: unknown, length = SLICE_LENGTH): boolean {
  return lengthLeft(value, length) <= 0;
}

/**
 * The bytes of `JSON.stringify`, made in slices between which the event loop turns. None for a value that JSON does not
 * have (undefined, a function).
 *
 * @throws the errors of `JSON.stringify`, for circular values and those of `toJSON`.
 */
export async function jsonInSlices(value: unknown): Promise<Buffer[]> {
  const writer = new SliceWriter();
  await writer.add(value, '', 0);
  return writer.end();
}

class SliceWriter {
  private readonly slices: Buffer[] = [];
  private text = '';

  /** @returns whether JSON has such a value. */
  async add(given: unknown, key: string, depth: number, prefix = ''): Promise<boolean> {
    const value = isComposite(given) && hasToJson(given) ? given.toJSON(key) : given;
    if (!isComposite(value) || isBoxed(value) || depth > MAX_DEPTH || !isLongJson(value)) {
      const json = JSON.stringify(value === given ? given : new Converted(value)) as string | undefined;
      if (json === undefined) return false;
      this.text += prefix + json;
      return true;
    }
    this.text += prefix;
    await (Array.isArray(value) ? this.addList(value, depth) : this.addObject(value, depth));
    return true;
  }

  end(): Buffer[] {
    if (this.text !== '') this.slices.push(Buffer.from(this.text));
    return this.slices;
  }

  private async addList(list: readonly unknown[], depth: number): Promise<void> {
    this.text += '[';
    for (let at = 0; at < list.length; at++) {
      const comma = at === 0 ? '' : ',';
      if (!(await this.add(list[at], String(at), depth + 1, comma))) this.text += `${comma}null`;
      if (this.text.length >= SLICE_LENGTH) await this.turn();
    }
    this.text += ']';
  }

  private async addObject(object: object, depth: number): Promise<void> {
    this.text += '{';
    let comma = '';
    for (const key of Object.keys(object)) {
      const value = (object as Record<string, unknown>)[key];
      if (await this.add(value, key, depth + 1, `${comma}${JSON.stringify(key)}:`)) comma = ',';
      if (this.text.length >= SLICE_LENGTH) await this.turn();
    }
    this.text += '}';
  }

  private async turn(): Promise<void> {
    this.slices.push(Buffer.from(this.text));
    this.text = '';
    await setImmediate();
  }
}

/** The result of a `toJSON`, which must not be called again. */
class Converted {
  constructor(private readonly value: unknown) {}

  toJSON(): unknown {
    return this.value;
  }
}

function lengthLeft(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  if (!isComposite(value)) return left - LENGTH_OF_SCALAR;
  if (hasToJson(value) || isBoxed(value)) return left - LENGTH_OF_MOMENT;
  let rest = left - 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && rest > 0; at++) rest = lengthLeft(value[at], rest - 1);
    return rest;
  }
  for (const key in value) {
    rest = lengthLeft((value as Record<string, unknown>)[key], rest - key.length - 4);
    if (rest <= 0) return rest;
  }
  return rest;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** `JSON.stringify` unboxes them. */
function isBoxed(value: object): boolean {
  return value instanceof String || value instanceof Number || value instanceof Boolean;
}
