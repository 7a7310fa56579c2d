import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ALERTS, describeWithPrometheus } from '../support/prometheus';

const TESTS = 'test/monitoring/alerts.test.yaml';

const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!);

const ALERT_NAMES = namesIn(ALERTS, /^ *- alert: (\w+)$/gm);

describe('The alerts', () => {
  it('have a test each', () => {
    expect(ALERT_NAMES.length).toBeGreaterThan(20);
    expect(namesIn(TESTS, /^ *- name: (\w+)$/gm).sort()).toEqual([...ALERT_NAMES].sort());
  });

  it('lead to a passage of the runbook each, which has no others', () => {
    expect(namesIn('docs/runbook.md', /^### (\w+)$/gm)).toEqual(ALERT_NAMES);
    expect(namesIn(ALERTS, /^ *runbook: docs\/runbook\.md#(\w+)$/gm)).toEqual(
      ALERT_NAMES.map((name) => name.toLowerCase()),
    );
  });
});

describeWithPrometheus('The rules', () => {
  const promtool = (...parameters: string[]) => spawnSync('promtool', parameters, { encoding: 'utf8' });

  it('are understood by Prometheus', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', ALERTS);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('rules found');
  });

  it('ring when they should, and not before', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', TESTS);
    expect(status === 0 ? '' : stdout + stderr).toBe('');
  });
});
