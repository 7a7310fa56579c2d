import type { KnownSetting, Setting } from './setting-form';

export interface Level {
  readonly scope: KnownSetting['scopes'][number] | 'default';
  /** The record of that scope; null where there is none, and for the default. */
  readonly setting: Setting | null;
  readonly value: unknown;
  /** Whether it is what the service uses. */
  readonly isUsed: boolean;
}

/**
 * The scopes in which the service looks for a setting, the most specific first, and the default behind them.
 *
 * @param appId the App that is looked at; null for the tenant as such.
 */
export function levelsOf(known: KnownSetting, settings: readonly Setting[], appId: string | null): Level[] {
  const own = settings.filter(({ key }) => key === known.key);
  const scopes = known.scopes.filter((scope) => scope !== 'app' || appId !== null);
  const found = scopes.map((scope) => ({
    scope,
    setting: own.find((each) => each.scope === scope && (scope !== 'app' || each.app_id === appId)) ?? null,
  }));
  const used = found.find(({ setting }) => setting?.status === 'active')?.scope ?? 'default';
  return [
    ...found.map(({ scope, setting }) => ({ scope, setting, value: setting?.value ?? null, isUsed: scope === used })),
    { scope: 'default', setting: null, value: known.default, isUsed: used === 'default' },
  ];
}
