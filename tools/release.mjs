// Prepares a release: `npm run release -- 1.2.0`. Moves the changelog, writes the version wherever it stands, makes what
// is generated, builds everything, packs SDK and chart into `dist/release`, and checks that the versions agree. It
// commits, tags and publishes nothing: it ends with what is left to do. With `--pack` it only packs, with `--check 1.2.0` it
// only checks that this is the version of everything.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isLater, isVersion, notesOf, releasedChangelog, versionsIn, writeVersion } from './versions.mjs';

const PACKED = 'dist/release';
const HELM = 'deploy/checks/node_modules/.helm/helm';

const CHANGELOG = 'CHANGELOG.md';

const [first, ...rest] = process.argv.slice(2);
if (first === '--check') check(rest[0]);
else if (first === '--pack') pack();
else prepare(first);

function prepare(version) {
  if (!version || rest.length > 0 || !isVersion(version)) fail('Say which version, such as: npm run release -- 1.2.0');
  const [{ version: current }] = versionsIn('.');
  // The first release has the version with which the project began.
  const isFirst = version === current && output('git', ['tag', '--list', 'v*']) === '';
  if (!isFirst && !isLater(version, current)) fail(`${version} does not come after ${current}`);
  if (output('git', ['status', '--porcelain']) !== '') fail('There are changes that are not committed');
  const changelog = releasedChangelog(readFileSync(CHANGELOG, 'utf8'), version, new Date().toISOString().slice(0, 10));
  if (changelog === null) fail(`${CHANGELOG} has nothing below [Unreleased]`);
  writeFileSync(CHANGELOG, changelog);
  writeVersion('.', version);
  npm('build:api');
  npm('openapi');
  npm('chart:readme');
  npm('format');
  npm('build');
  pack();
  check(version);
  process.stdout.write(`
${version} is ready in the files; SDK, chart, bill of materials and licences are in ${PACKED}. Now:

  npm run test:all
  git commit --all --message "Release ${version}"
  git tag v${version}
  git push origin HEAD v${version}
`);
}

/** What is published beside the image, of the files as they are. */
function pack() {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  run('npm', ['pack', '--loglevel', 'error', '--workspace', 'packages/sdk', '--pack-destination', PACKED]);
  npm('deploy:checks');
  run(HELM, ['package', 'deploy/helm/appkernel', '--destination', PACKED]);
  npm('sbom');
  const [{ version }] = versionsIn('.');
  writeFileSync(`${PACKED}/NOTES.md`, notesOf(readFileSync(CHANGELOG, 'utf8'), version) ?? '');
}

function check(version) {
  const differing = versionsIn('.').filter(({ version: found }) => found !== version);
  if (differing.length > 0) fail(`The version is not ${version} in ${differing.map(({ file }) => file).join(', ')}`);
}

function npm(script) {
  run('npm', ['run', '--silent', script]);
}

function run(program, parameters) {
  const { status } = spawnSync(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`${program} ${parameters.join(' ')} failed; \`git checkout .\` takes back what was written`);
}

function output(program, parameters) {
  const { status, stdout } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (status !== 0) fail(`${program} ${parameters.join(' ')} failed`);
  return stdout.trim();
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
