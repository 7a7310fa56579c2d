import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';

export const CHART = 'deploy/helm/appkernel';
const CHECKS = 'deploy/checks';

/** An object of Kubernetes, as the chart has it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  /** Each kind has another, and some have none: the schemas of Kubernetes look at it. */
  readonly spec: ReturnType<typeof JSON.parse>;
}

/** That of `npm run deploy:checks`, else that of the machine if its complaints have the same words. */
function findHelm(): string | null {
  const versionOf = (helm: string) => spawnSync(helm, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' });
  const candidates = [join(CHECKS, 'node_modules/.helm/helm'), 'helm'];
  return candidates.find((helm) => (versionOf(helm).stdout ?? '').startsWith('v4.')) ?? null;
}

const HELM = findHelm();
const hasSchemas = existsSync(join(CHECKS, 'node_modules/kubernetes-models'));

export const describeWithHelm: jest.Describe = HELM && hasSchemas ? describe : describe.skip;

if (!HELM || !hasSchemas) {
  process.stderr.write('npm run deploy:checks was not run: the suites of the chart are skipped\n');
}

/** What production asks for, and no more. */
export const REQUIRED = {
  image: { repository: 'registry.example.com/appkernel' },
  config: {
    PUBLIC_BASE_URL: 'https://api.example.com',
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: 'https://sms.example.com/send',
    S3_BUCKET: 'appkernel',
  },
  secrets: { variables: { SMS_HTTP_SECRET: {} } },
};

export type Values = Readonly<Record<string, unknown>>;

class HelmError extends Error {}

/** @throws HelmError with what helm says. @param values besides those that are required, which they override. */
export async function render(values: Values = {}): Promise<Manifest[]> {
  const out = await helm(['template', 'shop', CHART], values);
  return parseAllDocuments(out)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** What is said after an installation. */
export async function notes(values: Values, options: readonly string[] = []): Promise<string> {
  const out = await helm(['install', 'shop', CHART, '--dry-run=client', ...options], values);
  return out.slice(out.indexOf('NOTES:'));
}

/** Why helm refuses the values; null if it does not. */
export async function refusal(values: Values): Promise<string | null> {
  try {
    await render(values);
    return null;
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return error.message;
  }
}

export function lint(values: Values): Promise<string> {
  return helm(['lint', CHART, '--strict'], values);
}

async function helm(command: readonly string[], values: Values): Promise<string> {
  const child = spawn(HELM ?? 'helm', [...command, '--values', '-'], { stdio: ['pipe', 'pipe', 'pipe'] });
  // Each document in JSON is one in YAML.
  child.stdin.end(JSON.stringify(merged(REQUIRED, values)));
  const [out, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new HelmError(complaints);
  return out;
}

/** As helm merges values: objects by their names, and everything else as a whole. */
function merged(below: Values, above: Values): Values {
  const isObject = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [one, other] = [below[name], above[name]];
      if (!(name in above)) return [name, one];
      return [name, isObject(one) && isObject(other) ? merged(one, other) : other];
    }),
  );
}

/** What the schemas of Kubernetes say against manifests, by the name of their rendering. */
export async function schemaProblems(
  renderings: Readonly<Record<string, readonly Manifest[]>>,
): Promise<Record<string, string[]>> {
  const child = spawn(process.execPath, [join(CHECKS, 'manifests.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(Object.entries(renderings).map(([name, manifests]) => ({ name, manifests }))));
  return JSON.parse(await text(child.stdout)) as Record<string, string[]>;
}
