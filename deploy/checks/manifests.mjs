// Examines manifests by the schemas of Kubernetes and of the operators that the chart has objects for. Reads
// `[{ name, manifests }]` as JSON from standard input, writes `{ name: problems }`.
//
// The validators know what a field must be, but let unknown fields pass, which a server refuses: those are found by the
// compiler, to which each manifest is an object literal of the type of its kind.
import { text } from 'node:stream/consumers';
import { resolve } from 'node:path';
import ts from 'typescript';

const PACKAGES = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};
const SOURCE = resolve(import.meta.dirname, 'manifests-as-types.mts');

const renderings = JSON.parse(await text(process.stdin));
const problems = Object.fromEntries(renderings.map(({ name }) => [name, []]));
const manifests = renderings.flatMap(({ name, manifests: all }) => all.map((manifest) => ({ name, manifest })));
for (const { name, manifest } of manifests) {
  const problem = await invalidity(manifest);
  if (problem) problems[name].push(`${titleOf(manifest)}: ${problem}`);
}
for (const [at, problem] of misfits(manifests.map(({ manifest }) => manifest))) {
  const { name, manifest } = manifests[at];
  problems[name].push(`${titleOf(manifest)}: ${problem}`);
}
process.stdout.write(JSON.stringify(problems));

async function invalidity(manifest) {
  let module;
  try {
    module = await import(moduleOf(manifest));
  } catch {
    return `there is no schema of ${manifest.apiVersion}`;
  }
  const Model = module[manifest.kind];
  if (!Model) return `there is no schema of ${manifest.kind}`;
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return error.message;
  }
}

/** One statement a line, so that a line tells the manifest. */
function misfits(all) {
  const lines = all.map((manifest, at) => {
    const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
    return `export const m${at} = ${JSON.stringify(manifest)} satisfies ${type};`;
  });
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => file === SOURCE || fileExists(file);
  host.readFile = (file) => (file === SOURCE ? lines.join('\n') : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    file === SOURCE ? ts.createSourceFile(file, lines.join('\n'), rest[0]) : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([SOURCE], options, host);
  const source = program.getSourceFile(SOURCE);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((diagnostic) => [
    source.getLineAndCharacterOfPosition(diagnostic.start).line,
    ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
  ]);
}

function moduleOf({ apiVersion }) {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const path = group === '' ? version : `${group}/${version}`;
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${path}`;
}

function titleOf({ kind, metadata }) {
  return `${kind} ${metadata?.name}`;
}
