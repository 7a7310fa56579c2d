import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { loadConfig, VERSION } from '@libs/foundation';
import { imageEnvironment, secretFiles } from './support/environments';
import {
  CHART,
  describeWithHelm,
  lint,
  type Manifest,
  notes,
  render,
  REQUIRED,
  schemaProblems,
  type Values,
} from './support/helm';
import { RENDERINGS } from './support/renderings';

const MOUNT = '/etc/appkernel/secrets';
/** Hooks of helm are created by their weight, and everything else after those before an installation. */
const HOOK = 'helm.sh/hook';

interface EnvVar {
  readonly name: string;
  readonly value: string;
}

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly [field: string]: unknown;
}

type Name = keyof typeof RENDERINGS;

const podOf = ({ kind, spec }: Manifest) => (kind === 'Pod' ? spec : spec?.template?.spec);
const containersOf = (manifest: Manifest): Container[] => {
  const pod = podOf(manifest) as { containers: Container[]; initContainers?: Container[] } | undefined;
  return pod ? [...(pod.initContainers ?? []), ...pod.containers] : [];
};
const environmentOf = ({ env = [] }: Container) =>
  Object.fromEntries(env.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]));

describeWithHelm('The chart', () => {
  const rendered = {} as Record<Name, Manifest[]>;
  const secrets = secretFiles(MOUNT);

  beforeAll(async () => {
    for (const [name, values] of Object.entries(RENDERINGS)) rendered[name as Name] = await render(values);
  }, 120_000);
  afterAll(() => secrets.remove());

  const find = (name: Name, kind: string, component?: string) =>
    rendered[name].filter(
      (manifest) =>
        manifest.kind === kind &&
        (component === undefined || manifest.metadata.labels['app.kubernetes.io/component'] === component),
    );
  const get = (name: Name, kind: string, component?: string): Manifest => {
    const [manifest, ...others] = find(name, kind, component);
    if (!manifest || others.length > 0) throw new Error(`${name} has not one ${kind} of ${component}`);
    return manifest;
  };
  const container = (name: Name, kind: string, component: string): Container =>
    containersOf(get(name, kind, component)).at(-1)!;
  const everywhere = <Result>(look: (manifest: Manifest, name: Name) => Result) =>
    Object.entries(rendered).flatMap(([name, manifests]) => manifests.map((each) => look(each, name as Name)));

  it('has objects that the schemas of Kubernetes, Gateway API, Prometheus and External Secrets accept, with every option', async () => {
    const problems = await schemaProblems(rendered);
    expect(problems).toEqual(Object.fromEntries(Object.keys(RENDERINGS).map((name) => [name, []])));
  }, 120_000);

  it('has the alerts and the dashboard as they are tested, and a job that they find', () => {
    const { spec } = get('alerts and a dashboard', 'PrometheusRule');
    expect(spec).toEqual(parse(readFileSync(`${CHART}/monitoring/alerts.yaml`, 'utf8')));
    const { data } = get('alerts and a dashboard', 'ConfigMap') as unknown as { data: Record<string, string> };
    expect(JSON.parse(data['appkernel.json']!)).toEqual(
      JSON.parse(readFileSync(`${CHART}/monitoring/dashboard.json`, 'utf8')),
    );
    const monitor = get('alerts and a dashboard', 'ServiceMonitor').spec as unknown as {
      endpoints: { relabelings: object[] }[];
    };
    expect(monitor.endpoints[0]!.relabelings).toEqual([{ targetLabel: 'job', replacement: 'appkernel' }]);
  });

  it('is looked at with every value that it has', () => {
    const given = Object.values(RENDERINGS).flatMap((values) => pathsOf(values));
    const values = pathsOf(parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Values);
    const isGiven = (path: string) => given.some((each) => each === path || each.startsWith(`${path}.`));
    // Those that are required are given to each rendering.
    const required = new Set(pathsOf(REQUIRED));
    expect(values.filter((path) => !isGiven(path) && !required.has(path))).toEqual([]);
  });

  it('is looked at strictly: neither unknown fields nor wrong values would pass', async () => {
    const manifest = structuredClone(get('what is required, and nothing else', 'Deployment', 'api'));
    manifest.spec.replicas = 'two';
    manifest.spec.template.spec.containers[0].readinesProbe = {};
    const { broken = [] } = await schemaProblems({ broken: [manifest] });
    expect(broken.join('\n')).toMatch(/replicas/);
    expect(broken.join('\n')).toMatch(/readinesProbe/);
  }, 60_000);

  it('passes helm lint', async () => {
    expect(await lint({})).toContain('0 chart(s) failed');
  });

  it('starts every process with a configuration that the program accepts in production', () => {
    const pods = everywhere((manifest, name) => containersOf(manifest).map((each) => ({ each, manifest, name })));
    const programs = pods.flat().filter(({ each }) => each.env);
    expect(programs.length).toBeGreaterThan(Object.keys(RENDERINGS).length * 2);
    for (const { each, manifest, name } of programs) {
      const environment = { ...imageEnvironment(), ...secrets.mounted(environmentOf(each)) };
      const title = `${name}: ${manifest.metadata.name}`;
      const load = () => loadConfig(environment);
      expect({ title, production: load().production }).toEqual({ title, production: true });
    }
  });

  it('writes numbers and flags as the program reads them', () => {
    const { env = [] } = container('all kinds of settings', 'Deployment', 'api');
    const values = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      FILE_PACKAGE_MAX_BYTES: '524288000',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
      CONSOLE_ENABLED: 'false',
      TRUST_PROXY: '2',
    });
  });

  it('mounts each secret that a container names, and no others', () => {
    everywhere((manifest) => {
      const pod = podOf(manifest) as
        | { volumes?: { name: string; projected?: { sources: { secret: { items: { path: string }[] } }[] } }[] }
        | undefined;
      const volume = pod?.volumes?.find(({ name }) => name === 'secrets');
      if (!volume) return;
      const mounted = volume.projected!.sources.flatMap(({ secret }) => secret.items.map(({ path }) => path)).sort();
      for (const { name, env = [] } of containersOf(manifest)) {
        const files = env.filter((each) => each.value?.startsWith(`${MOUNT}/`));
        const named = files.map((each) => each.value.slice(MOUNT.length + 1)).sort();
        expect({ name, named }).toEqual({ name, named: mounted });
        expect(files.map((each) => each.name)).toEqual(
          files.map((each) => `${each.value.slice(MOUNT.length + 1)}_FILE`),
        );
      }
    });
  });

  it('gives the owner of the tables and the first password to the migration alone', () => {
    const name = 'a first administrator';
    const named = (kind: string, component: string) =>
      container(name, kind, component).env!.map((each) => each.name.replace('_FILE', ''));
    const confidential = ['DATABASE_MIGRATION_URL', 'BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD'];
    expect(named('Job', 'migration')).toEqual(expect.arrayContaining(confidential));
    for (const component of ['api', 'worker']) {
      expect(named('Deployment', component).filter((each) => confidential.includes(each))).toEqual([]);
    }
  });

  it('keeps secrets out of its objects', () => {
    expect(everywhere(({ kind }) => kind)).not.toContain('Secret');
  });

  it('confines every pod as the restricted standard of Kubernetes asks for, with a read-only root and without a token', () => {
    const pods = everywhere((manifest) => manifest).filter(podOf);
    for (const manifest of pods) {
      expect(podOf(manifest)).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const each of containersOf(manifest)) {
        expect(each).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { memory: expect.any(String) }, requests: { cpu: expect.any(String) } },
        });
      }
    }
    for (const account of everywhere((manifest) => manifest).filter(({ kind }) => kind === 'ServiceAccount')) {
      expect(account).toMatchObject({ automountServiceAccountToken: false });
    }
  });

  it('runs programs and asks paths that there are', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, unknown> };
    const programs = everywhere((manifest) => containersOf(manifest).flatMap(({ args = [] }) => args)).flat();
    const files = [...new Set(programs.filter((each) => each.startsWith('dist/')))];
    expect(files.sort()).toEqual([
      'dist/apps/api/src/admin-cli.js',
      'dist/apps/api/src/migrate.js',
      'dist/apps/worker/src/main.js',
    ]);
    for (const file of files) expect(existsSync(file.replace(/^dist\/(.+)\.js$/, '$1.ts'))).toBe(true);
    const api = container('what is required, and nothing else', 'Deployment', 'api') as unknown as Record<
      'startupProbe' | 'livenessProbe' | 'readinessProbe',
      { httpGet: { path: string } }
    >;
    const asked = [api.startupProbe, api.livenessProbe, api.readinessProbe].map(({ httpGet }) => httpGet.path);
    expect(asked).toEqual(['live', 'live', 'ready'].map((each) => `/internal/v1/health/${each}`));
    for (const path of asked) expect(paths).toHaveProperty([path]);
  });

  it('migrates before any process of the version, after what the migration needs', () => {
    const hooks = rendered['External Secrets'].filter((each) => each.metadata.annotations?.[HOOK]?.includes('pre-'));
    const order = hooks
      .sort((a, b) => weightOf(a) - weightOf(b))
      .map(({ kind, metadata }) => [kind, metadata.annotations?.[HOOK]]);
    expect(order).toEqual(['ExternalSecret', 'NetworkPolicy', 'Job'].map((kind) => [kind, 'pre-install,pre-upgrade']));
    // An account of the chart would not be there yet.
    expect(podOf(get('External Secrets', 'Job')).serviceAccountName).toBe('default');
  });

  it('replaces apis when no worker of the previous build is left, and never has fewer than before', () => {
    const name = 'what is required, and nothing else';
    const [wait, ...others] = podOf(get(name, 'Deployment', 'api')).initContainers as Container[];
    expect(others).toEqual([]);
    expect(wait!.args!.slice(1, 3)).toEqual(['dist/apps/api/src/admin-cli.js', 'await-relays']);
    expect(wait!.env).toEqual(container(name, 'Deployment', 'api').env);
    for (const component of ['api', 'worker']) {
      const { strategy, template } = get(name, 'Deployment', component).spec;
      expect(strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      expect(template.spec.terminationGracePeriodSeconds).toBe(40);
    }
    expect(podOf(get('all kinds of settings', 'Deployment', 'api')).terminationGracePeriodSeconds).toBe(100);
  });

  it('leaves the outbox to workers, and to the apis where there are none', () => {
    const runsWorker = (name: Name, component: string) =>
      environmentOf(container(name, 'Deployment', component))['RUN_WORKER'];
    expect(runsWorker('what is required, and nothing else', 'api')).toBe('false');
    expect(runsWorker('no workers', 'api')).toBe('true');
    expect(find('no workers', 'Deployment', 'worker')).toEqual([]);
    for (const name of ['no workers', 'no waiting for workers'] as const) {
      expect(podOf(get(name, 'Deployment', 'api')).initContainers).toBeUndefined();
    }
  });

  it('fits into the connections that PostgreSQL admits by default, also during a rollout', () => {
    const name = 'what is required, and nothing else';
    const processes = ['api', 'worker'].map((component) => get(name, 'Deployment', component).spec.replicas + 1);
    const pool = Number(environmentOf(container(name, 'Deployment', 'api'))['DATABASE_POOL_SIZE']);
    const reserved = 3;
    const ofMigration = pool + 2;
    const needed = (processes[0] + processes[1]) * (pool + 1);
    expect(needed + ofMigration).toBeLessThan(100 - reserved);
  });

  it('closes pods to what is not listed, and lets nobody reach addresses where clouds keep credentials', () => {
    const name = 'what is required, and nothing else';
    for (const component of ['api', 'worker', 'migration']) {
      const { spec } = get(name, 'NetworkPolicy', component);
      expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
      expect(JSON.stringify(spec.egress)).toContain('"except":["169.254.0.0/16"]');
    }
    expect(get(name, 'NetworkPolicy', 'migration').spec.ingress).toEqual([]);
    const [metrics, ...others] = get(name, 'NetworkPolicy', 'worker').spec.ingress;
    expect(others).toEqual([]);
    expect(metrics.from).toHaveLength(1);
    const narrow = get('a narrow NetworkPolicy', 'NetworkPolicy', 'api').spec;
    expect(narrow.ingress[0].from).toHaveLength(1);
    expect(JSON.stringify(narrow.egress)).not.toContain('0.0.0.0/0');
    expect(find('no NetworkPolicy', 'NetworkPolicy')).toEqual([]);
  });

  it('publishes the hosts of its base URLs, and then trusts one proxy unless told otherwise', () => {
    const { spec } = get('an Ingress', 'Ingress');
    expect(spec.rules.map(({ host }: { host: string }) => host)).toEqual(['api.example.com']);
    expect(spec.tls).toEqual([{ hosts: ['api.example.com'], secretName: 'shop-appkernel-tls' }]);
    expect(get('a HTTPRoute', 'HTTPRoute').spec.hostnames).toEqual(['api.example.com', 'console.example.com']);
    const trusts = (name: Name) => environmentOf(container(name, 'Deployment', 'api'))['TRUST_PROXY'];
    expect(trusts('what is required, and nothing else')).toBeUndefined();
    expect(trusts('an Ingress')).toBe('1');
    expect(trusts('an Ingress with everything')).toBe('10.0.0.0/8');
  });

  it.each(['docs/kubernetes.md', `${CHART}/README.md`])('takes the values that %s shows', async (guide) => {
    const [, shown = ''] = /```yaml\n((?:# my-values.yaml\n)?image:\n[^`]+)```/.exec(readFileSync(guide, 'utf8')) ?? [];
    const manifests = await render(parse(shown) as Values);
    expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Deployment', 'Job', 'Ingress']));
  });

  it('names its version as labels can', () => {
    const versions = everywhere(({ metadata }) => metadata.labels['app.kubernetes.io/version']);
    for (const version of versions) expect(version).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/);
    expect(new Set(versions)).toEqual(new Set([VERSION, '1.2.3', 'a'.repeat(60)]));
  });

  it('has names that every object can have', () => {
    const names = rendered['long names'].map(({ metadata }) => metadata.name).filter((each) => each !== 'appkernel');
    for (const each of names) expect(each).toMatch(/^[a-z0-9-]{1,63}$/);
  });

  it('says what to do next: watch, test, sign in, publish, and which connections and backups it takes', async () => {
    const first = await notes({});
    for (const part of [
      'rollout status',
      'helm --namespace',
      'create-admin',
      'port-forward',
      '66 connections',
      'Back the Secret',
    ]) {
      expect(first).toContain(part);
    }
    const published = await notes({ ...RENDERINGS['an Ingress'], ...RENDERINGS['a first administrator'] }, [
      '--namespace',
      'shop',
    ]);
    expect(published).toContain('Open https://api.example.com/console. TRUST_PROXY is 1');
    expect(published).toContain('Sign in as ada@example.com');
    expect(published).toContain('--namespace shop');
    expect(published).not.toContain('<no value>');
  });
});

/** The names of all values. What is empty, or a list, is one. */
function pathsOf(values: Values, before = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
    return isMap ? pathsOf(value as Values, `${before}${name}.`) : [`${before}${name}`];
  });
}

function weightOf({ metadata }: Manifest): number {
  return Number(metadata.annotations?.['helm.sh/hook-weight']);
}
