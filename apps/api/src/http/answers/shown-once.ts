const SHOWN_ONCE = 'appkernel:shown-once';

/** Marks a field of an answer that is never stored: a replayed answer has null. */
export function ShownOnce(): PropertyDecorator {
  return (prototype, name) => Reflect.defineMetadata(SHOWN_ONCE, true, prototype, name);
}

/** The JSON of an answer for storage, without marked fields. */
export function jsonToKeep(answer: unknown): string {
  return JSON.stringify(answer ?? null, function (this: object, name, value: unknown) {
    return Reflect.hasMetadata(SHOWN_ONCE, this, name) ? null : value;
  });
}
