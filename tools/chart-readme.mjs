// Writes the table of values into the chart's README.md, from the comments of values.yaml. `--check` writes nothing, and
// ends with 1 where it would. It ends with 1, too, where a value has no comment.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMap, isScalar, parseDocument } from 'yaml';

const CHART = 'deploy/helm/appkernel';
const [BEGIN, END] = ['<!-- values: begin -->', '<!-- values: end -->'];

const readme = readFileSync(`${CHART}/README.md`, 'utf8');
const values = parseDocument(readFileSync(`${CHART}/values.yaml`, 'utf8')).contents;
const rows = rowsOf(values, [], '').map((cells) => `| ${cells.map(escape).join(' | ')} |`);
const table = ['| Value | Default | What |', '| --- | --- | --- |', ...rows].join('\n');
const [before, rest = ''] = readme.split(BEGIN);
const [, after = ''] = rest.split(END);
const written = `${before}${BEGIN}\n\n<!-- prettier-ignore -->\n${table}\n\n${END}${after}`;

if (process.argv.includes('--check')) {
  if (written !== readme) {
    process.stderr.write(`${CHART}/README.md differs from values.yaml: npm run chart:readme\n`);
    process.exitCode = 1;
  }
} else writeFileSync(`${CHART}/README.md`, written);

/** @param first what stands before the map: before its first pair, that is. */
function rowsOf(map, path, first) {
  return map.items.flatMap(({ key, value }, at) => {
    const name = [...path, key.value];
    const comment = lastParagraph((at === 0 ? (map.commentBefore ?? first) : '') || key.commentBefore);
    const isGroup = isMap(value) && value.items.length > 0 && isDescribed(value);
    if (!comment && !isGroup) throw new Error(`${name.join('.')} has no comment in values.yaml`);
    const own = comment ? [[code(name.join('.')), isGroup ? '' : defaultOf(value), comment]] : [];
    return isGroup ? [...own, ...rowsOf(value, name, '')] : own;
  });
}

/** Whether its values have comments of their own. */
function isDescribed(map) {
  return (
    Boolean(map.commentBefore) ||
    map.items.some(({ key, value }) => key.commentBefore || (isMap(value) && isDescribed(value)))
  );
}

function defaultOf(value) {
  if (isScalar(value) && value.value === '') return '';
  return code(JSON.stringify(value.toJSON()).replace(/^"(.*)"$/, '$1'));
}

/** What is set apart by an empty line is about more than the value. */
function lastParagraph(comment = '') {
  return comment
    .split(/\n\s*\n/)
    .at(-1)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function code(text) {
  return `\`${text}\``;
}

function escape(cell) {
  return cell.replaceAll('|', '\\|');
}
