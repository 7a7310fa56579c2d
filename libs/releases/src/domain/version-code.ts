/** The maximum of each of the three parts: together they fit the codes that releases have. */
const LIMITS = [2_146, 999, 999] as const;
const RADIX = 1_000;
const NAME = /^\d+(?:\.\d+)*$/;

/**
 * A code for a version of which only the name is known, `a.b.c` being a × 1,000,000 + b × 1,000 + c: equal names have
 * equal codes, and a newer name has a greater one. Null for a name with non-numeric parts, with more than three
 * significant parts, or with one too large.
 */
export function versionCodeOf(name: string): number | null {
  if (!NAME.test(name)) return null;
  const parts = name.split('.').map(Number);
  if (parts.some((part, index) => part > (LIMITS[index] ?? 0))) return null;
  const [major = 0, minor = 0, patch = 0] = parts;
  return (major * RADIX + minor) * RADIX + patch || null;
}
