import { isObject } from './push-answers';

type Json = Readonly<Record<string, unknown>>;

/** What an administrator wants handed on, under what this service says itself. */
export function merged(options: unknown, own: Json): Json {
  if (!isObject(options)) return own;
  const both = Object.entries(own).map(([key, value]) => {
    return [key, isObject(value) ? merged(options[key], value) : value] as const;
  });
  return { ...options, ...Object.fromEntries(both) };
}
