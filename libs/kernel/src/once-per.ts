/**
 * A function that finds out once what follows from an object, and keeps it for as long as there is that object. An error
 * is not kept.
 */
export function oncePer<Key extends object, Value extends object>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new WeakMap<Key, Value>();
  return (key) => {
    const known = found.get(key);
    if (known) return known;
    const value = find(key);
    found.set(key, value);
    return value;
  };
}
