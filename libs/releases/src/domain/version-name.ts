const PART = /^(\d*)(.*)$/s;

/**
 * Compares version names such as `1.2.10` numerically, part by part: below zero when `a` is the older one. Missing
 * parts are 0, so `1.2` equals `1.2.0`. What follows a number in its part marks a version before it (`1.2.0-beta` is
 * older than `1.2.0`), in the order of its characters; build metadata after `+` does not count. Any text has a place.
 */
export function compareVersionNames(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareParts(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function partsOf(version: string): string[] {
  const [name = ''] = version.trim().split('+', 1);
  return name.split('.');
}

function compareParts(a: string, b: string): number {
  const [numberA, suffixA] = split(a);
  const [numberB, suffixB] = split(b);
  // As text, because no number is too long for that: of two without leading zeros the longer one is greater.
  const order = numberA.length - numberB.length || compareText(numberA, numberB);
  if (order !== 0) return Math.sign(order);
  if (suffixA === '' || suffixB === '') return Number(suffixA === '') - Number(suffixB === '');
  return compareText(suffixA, suffixB);
}

function split(part: string): [number: string, suffix: string] {
  const [, digits = '', suffix = ''] = PART.exec(part) ?? [];
  return [digits.replace(/^0+/, ''), suffix];
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
