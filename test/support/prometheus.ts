import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './api';
import { freePort } from './free-port';

/** The rules and the dashboard that the chart installs. */
export const ALERTS = resolve('deploy/helm/appkernel/monitoring/alerts.yaml');
export const DASHBOARD = resolve('deploy/helm/appkernel/monitoring/dashboard.json');

/** Whether this machine has Prometheus with its `promtool`. If not, suites that need it are skipped, visibly. */
const hasPrometheus = ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);

export const describeWithPrometheus: jest.Describe = hasPrometheus ? describe : describe.skip;

if (!hasPrometheus)
  process.stderr.write('prometheus is not installed: the suites of alerts and dashboard are skipped\n');

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export interface TestPrometheus {
  /** The samples of an instant query. */
  query(expression: string): Promise<readonly Sample[]>;
  /** The health of each rule by its name: `ok` once it was evaluated. */
  rules(): Promise<ReadonlyMap<string, string>>;
  stop(): Promise<void>;
}

/** A Prometheus that scrapes `target` (host and port) each second as the job `appkernel`, with our rules. */
export async function startTestPrometheus(target: string): Promise<TestPrometheus> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-prometheus-'));
  const settings = join(directory, 'prometheus.json');
  writeFileSync(
    settings,
    // JSON is YAML.
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [ALERTS],
      scrape_configs: [{ job_name: 'appkernel', static_configs: [{ targets: [target] }] }],
    }),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${settings}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const body = (await response.json()) as { status: string; data: Data; error?: string };
    if (body.status !== 'success') throw new Error(`${path}: ${body.error}`);
    return body.data;
  };
  await eventually(() =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    query: async (expression) =>
      (await ask<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`)).result,
    rules: async () => {
      const { groups } = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('/api/v1/rules');
      return new Map(groups.flatMap(({ rules }) => rules.map(({ name, health }) => [name, health] as const)));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
