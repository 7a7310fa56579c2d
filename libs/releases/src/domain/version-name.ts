const PART = /^(\d*)(.*)$/s;

/**
 * Compares version names such as `1.2.10` numerically, part by part: negative when `a` is older. Missing parts are 0,
 * so `1.2` equals `1.2.0`. Text after a number in its part marks an earlier version (`1.2.0-beta` is older than
 * `1.2.0`), in the order of its characters; build metadata after `+` is ignored. Any text can be compared.
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
  // As text, because a number may have any length: of two without leading zeros the longer one is greater.
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
