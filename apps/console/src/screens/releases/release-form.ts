import type { components } from '../../api/schema';
import type { LocalizedText } from '../../parts/localized';
import type { PackageType, Platform, Release, UpgradeMode } from './release-kinds';

type Schemas = components['schemas'];
export type HealthGate = Schemas['AdminMobileReleaseHealthGateResponse'];

export interface StoreLink {
  readonly name: string;
  readonly scheme: string;
  readonly url: string;
  readonly enabled: boolean;
}

export interface ReleaseValues {
  platform: Platform;
  package_type: PackageType;
  target_platforms: Platform[];
  version_name: string;
  version_code: number | null;
  file_id: string | null;
  external_url: string;
  upgrade_mode: UpgradeMode;
  min_supported_version_code: number | null;
  min_native_version_code: number | null;
  required_runtime_version: string;
  runtime_match: Schemas['ReleaseRuntimeMatch'];
  rollout_percent: number | null;
  health_gate: HealthGate | null;
  title: LocalizedText;
  release_notes: LocalizedText;
  store_links: StoreLink[];
}

/** What is sensible at first: few reports tell little, and a pause can be taken back. */
export const FIRST_GATE: HealthGate = { max_failure_percent: 5, min_reports: 50, window_minutes: 60, action: 'pause' };

export function emptyRelease(platform: Platform, package_type: PackageType): ReleaseValues {
  return {
    ...{ platform, package_type, target_platforms: [platform], version_name: '', version_code: null },
    ...{ file_id: null, external_url: '', upgrade_mode: 'recommended' as const },
    ...{ min_supported_version_code: null, min_native_version_code: null },
    ...{ required_runtime_version: '', runtime_match: 'any' as const, rollout_percent: 100, health_gate: null },
    ...{ title: {}, release_notes: {}, store_links: [] },
  };
}

/** Links in the order in which clients get them: their place says it from then on. */
export function valuesOf(release: Release): ReleaseValues {
  const links = [...release.store_links].sort((a, b) => b.priority - a.priority);
  return {
    ...{ platform: release.platform, package_type: release.package_type },
    ...{ version_name: release.version_name, version_code: release.version_code },
    target_platforms: [...release.target_platforms],
    file_id: release.file_id,
    external_url: release.external_url ?? '',
    upgrade_mode: release.upgrade_mode,
    min_supported_version_code: release.min_supported_version_code,
    min_native_version_code: release.min_native_version_code,
    required_runtime_version: release.required_runtime_version ?? '',
    runtime_match: release.runtime_match,
    rollout_percent: release.rollout_percent,
    health_gate: release.health_gate,
    ...{ title: release.title, release_notes: release.release_notes },
    store_links: links.map(({ name, scheme, url, enabled }) => ({ name, scheme, url, enabled })),
  };
}

export function bodyOf(fields: Partial<ReleaseValues>): object {
  const { external_url, required_runtime_version, store_links, ...others } = fields;
  return {
    ...others,
    ...(external_url === undefined ? {} : { external_url: textOrNull(external_url) }),
    ...(required_runtime_version === undefined
      ? {}
      : { required_runtime_version: textOrNull(required_runtime_version) }),
    ...(store_links === undefined
      ? {}
      : { store_links: store_links.map((link, at) => ({ ...link, priority: store_links.length - at })) }),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Another platform or package type takes along what only the other one has. */
export function retargeted(values: ReleaseValues, platform: Platform, package_type: PackageType): ReleaseValues {
  const isWgt = package_type === 'wgt';
  const targets = isWgt ? [...new Set([platform, ...values.target_platforms])] : [platform];
  const wasAlone = values.target_platforms.length === 1;
  return {
    ...{ ...values, platform, package_type },
    target_platforms: isWgt && !wasAlone ? targets : [platform],
    ...(isWgt
      ? { store_links: [] }
      : {
          ...{ min_native_version_code: null, required_runtime_version: '', runtime_match: 'any' as const },
          upgrade_mode: values.upgrade_mode === 'silent' ? ('recommended' as const) : values.upgrade_mode,
        }),
  };
}

/** Whether saving makes devices upgrade that may go on as they are now. */
export function forcesMore(values: ReleaseValues, base: ReleaseValues): boolean {
  const isForced = values.upgrade_mode === 'forced' && base.upgrade_mode !== 'forced';
  return isForced || (values.min_supported_version_code ?? 0) > (base.min_supported_version_code ?? 0);
}

/** Whether every number is one: fields hold what is none as NaN. */
export function isRight(values: object): boolean {
  return Object.values(values).every((value: unknown) =>
    typeof value === 'object' && value !== null ? isRight(value) : !Number.isNaN(value),
  );
}
