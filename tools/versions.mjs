// Where the version of the product stands, and how a release is written into its files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NUMBER = String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`;

/** Each place is the text before and after a version; whatever is made of these files follows by its generator. */
export const PLACES = [
  ['package.json', '"version": "', '"'],
  ['package-lock.json', '"name": "appkernel",\n  "version": "', '"'],
  ['package-lock.json', '"": {\n      "name": "appkernel",\n      "version": "', '"'],
  ['package-lock.json', '"packages/sdk": {\n      "name": "@appkernel/sdk",\n      "version": "', '"'],
  ['packages/sdk/package.json', '"version": "', '"'],
  ['packages/sdk/README.md', 'appkernel-sdk-', '.tgz'],
  ['README.md', 'appkernel-sdk-', '.tgz'],
  ['README.zh-CN.md', 'appkernel-sdk-', '.tgz'],
  ['libs/foundation/src/runtime/version.ts', "VERSION = '", "'"],
  ['openapi.json', '"version": "', '"'],
  ['deploy/helm/appkernel/Chart.yaml', '\nversion: ', '\n'],
  ['deploy/helm/appkernel/Chart.yaml', "\nappVersion: '", "'"],
  ['deploy/compose.yaml', 'APPKERNEL_IMAGE:-appkernel:', '}'],
];

const escaped = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** @returns `{ file, version }` of each place, in its order; null where a file no longer has it. */
export function versionsIn(root) {
  return PLACES.map(([file, before, after]) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, version: text.match(new RegExp(`${escaped(before)}(${NUMBER})${escaped(after)}`))?.[1] ?? null };
  });
}

/** Writes the version into each of its places: the first of a file that fits, as `versionsIn` reads it. */
export function writeVersion(root, version) {
  for (const [file, before, after] of PLACES) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(new RegExp(`(${escaped(before)})${NUMBER}(${escaped(after)})`), `$1${version}$2`));
  }
}

/** Whether a version comes after another, by the precedence of Semantic Versioning 2.0.0 (section 11). */
export function isLater(version, than) {
  const [a, b] = [version, than].map(parsed);
  for (const part of [0, 1, 2]) if (a.numbers[part] !== b.numbers[part]) return a.numbers[part] > b.numbers[part];
  if (a.labels.length === 0 || b.labels.length === 0) return b.labels.length > a.labels.length;
  for (let at = 0; at < Math.max(a.labels.length, b.labels.length); at += 1) {
    const [one, other] = [a.labels[at], b.labels[at]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return other === undefined;
    const isNumber = [one, other].map((label) => /^\d+$/.test(label));
    if (isNumber[0] !== isNumber[1]) return isNumber[1];
    return isNumber[0] ? Number(one) > Number(other) : one > other;
  }
  return false;
}

function parsed(version) {
  const [numbers, labels = ''] = version.split(/-(.*)/s);
  return { numbers: numbers.split('.').map(Number), labels: labels.split('.').filter((label) => label !== '') };
}

export function isVersion(text) {
  return new RegExp(`^${NUMBER}$`).test(text);
}

/** What is not released becomes the release of that day (`YYYY-MM-DD`), below a new heading. Null where there is nothing. */
export function releasedChangelog(text, version, day) {
  const [, before, unreleased, after] = text.match(/^(.*?## \[Unreleased\]\n)(.*?)((?=\n## \[)[^]*|)$/s) ?? [];
  if (unreleased === undefined || unreleased.trim() === '') return null;
  return `${before}\n## [${version}] - ${day}\n${unreleased}${after}`;
}

/** What the changelog says of a release, or, where it has none of that version, of what is not released. */
export function notesOf(text, version) {
  for (const heading of [`\\[${escaped(version)}\\] - [\\d-]+`, '\\[Unreleased\\]']) {
    const [, notes] = text.match(new RegExp(`\n## ${heading}\n(.*?)(?=\n## \\[|$(?![^]))`, 's')) ?? [];
    if (notes !== undefined) return `${notes.trim()}\n`;
  }
  return null;
}
