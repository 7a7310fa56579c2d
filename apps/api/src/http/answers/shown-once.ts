const SHOWN_ONCE = 'appkernel:shown-once';

/** A field of an answer that is kept nowhere: a repeated answer has null there. */
export function ShownOnce(): PropertyDecorator {
  return (prototype, name) => Reflect.defineMetadata(SHOWN_ONCE, true, prototype, name);
}

/** An answer as JSON that may be kept. */
export function jsonToKeep(answer: unknown): string {
  return JSON.stringify(answer ?? null, function (this: object, name, value: unknown) {
    return Reflect.hasMetadata(SHOWN_ONCE, this, name) ? null : value;
  });
}
