import { readFileSync } from 'node:fs';
import { MetricsServer } from '@libs/foundation';
import { rotatedSigningKeys } from '../../libs/foundation/src/config/key-rotation';
import { aDeviceKey, anEmail, eventually } from '../support/api';
import { ALERTS, DASHBOARD, describeWithPrometheus, startTestPrometheus } from '../support/prometheus';
import { beforeTests, suiteApi } from '../support/suite';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
const QUERIES = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }): [string, string, string] => [title, expr, legendFormat]),
);

/** What nothing happened for shows nothing. */
const EMPTY_WITHOUT_TROUBLE = ['Refused or failed', 'Sweeps in trouble', 'Reports on releases dropped'];

/** As Grafana fills in its variables. */
const filledIn = (expression: string) =>
  expression.replaceAll('$__rate_interval', '1m').replaceAll('$job', '.*appkernel.*');

const namesIn = (text: string) => text.match(/\b(?:appkernel|http_server|nodejs|process)_[a-z0-9_]+/g) ?? [];

describeWithPrometheus('A Prometheus that scrapes the program', () => {
  const api = suiteApi({
    METRICS_ENABLED: 'true',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    RUN_WORKER: 'true',
    JWT_PRIVATE_KEYS: rotatedSigningKeys([], 'front').value,
  });
  const target = () => `127.0.0.1:${api.get(MetricsServer).port}`;
  const prometheus = beforeTests(async () => {
    await use();
    const started = await startTestPrometheus(target());
    // Rates need requests between two scrapes.
    await eventually(async () => {
      await use();
      const samples = await started.query('appkernel:requests:rate5m > 0');
      const handled = await started.query('rate(appkernel_outbox_handling_duration_seconds_count[1m]) > 0');
      return new Set(samples.map(({ metric }) => metric['class'])).size === 4 && handled.length > 0;
    });
    return started;
  });
  afterAll(() => prometheus.stop());

  /** A request of each class, and a message. */
  async function use(): Promise<void> {
    const { http, appId } = api;
    await http.get('/api/v1/public/config').set('X-AppID', appId).expect(200);
    await http.get('/api/v1/me').set('X-AppID', appId).expect(401);
    await http.get('/admin-api/v1/roles').expect(401);
    await http
      .post('/api/v1/auth/password/forgot')
      .set({ 'X-AppID': appId, 'X-AK-Device-Key': aDeviceKey() })
      .send({ email: anEmail() })
      .expect(({ status }) => expect([202, 429]).toContain(status));
  }

  it.each(QUERIES)('shows "%s": %s', async (title, expression, legend) => {
    const samples = await prometheus.query(filledIn(expression));
    if (!EMPTY_WITHOUT_TROUBLE.includes(title)) expect(samples).not.toHaveLength(0);
    const labels = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
    for (const { metric } of samples) expect(Object.keys(metric)).toEqual(expect.arrayContaining(labels));
  });

  it('evaluates all rules', async () => {
    const rules = await eventually(async () => {
      const found = await prometheus.rules();
      return [...found.values()].every((health) => health !== 'unknown') && found;
    });
    expect([...rules].filter(([, health]) => health !== 'ok')).toEqual([]);
  });

  it('finds every metric of ours that rules and dashboard name', async () => {
    const text = await (await fetch(`http://${target()}/metrics`)).text();
    const exposed = new Set(text.match(/^# TYPE \S+/gm)!.map((line) => line.slice('# TYPE '.length)));
    const named = [ALERTS, DASHBOARD].flatMap((file) => namesIn(readFileSync(file, 'utf8')));
    const family = (name: string) => name.replace(/_(?:count|sum|bucket)$/, '');
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named.map(family))].filter((name) => !exposed.has(name))).toEqual([]);
  });
});
