import { readonly, shallowRef } from 'vue';

interface Env {
  readonly version: string;
  readonly commit: string | null;
  readonly environment: 'development' | 'production';
  readonly mail: 'smtp' | 'outbox';
  readonly sms: 'gateway' | 'outbox';
  readonly docs: boolean;
  readonly default_tenant_code: string;
}

const current = shallowRef<Env | null>(null);
const outdated = shallowRef(false);

/** What the server tells about itself; null until it has. */
export const env = readonly(current);
/** Whether the server serves another version of this page by now. */
export const isOutdated = readonly(outdated);

export async function readEnv(): Promise<void> {
  let answer: Env;
  try {
    const response = await fetch('/console/env.json', { cache: 'no-cache' });
    if (!response.ok) return;
    answer = (await response.json()) as Env;
  } catch {
    return;
  }
  const before = current.value;
  if (before && (before.version !== answer.version || before.commit !== answer.commit)) outdated.value = true;
  current.value = answer;
}

/** A part of this page is gone from the server: a new version has been rolled out. */
export function foundOutdated(): void {
  outdated.value = true;
}
