/** Runs something after the next call of a method, before its caller continues with the result. */
export function afterNext<T extends object>(
  target: T,
  method: keyof T & string,
  meanwhile: () => PromiseLike<unknown>,
): void {
  const original = Reflect.get(target, method) as (...args: unknown[]) => Promise<unknown>;
  Reflect.set(target, method, async (...args: unknown[]) => {
    // The method of the class is restored before that.
    Reflect.deleteProperty(target, method);
    const result = await original.apply(target, args);
    await meanwhile();
    return result;
  });
}
