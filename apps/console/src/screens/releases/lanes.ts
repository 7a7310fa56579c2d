import { PACKAGE_TYPES, PLATFORMS, type PackageType, type Platform, type Release } from './release-kinds';

/** One pointer: what the clients of a platform get of a package type, and what waits to replace it. */
export interface Lane {
  readonly platform: Platform;
  readonly package_type: PackageType;
  readonly current: Release | null;
  readonly fallback: Release | null;
  /** Newest first. */
  readonly drafts: readonly Release[];
}

/** The lanes that any of the releases is for. */
export function lanesOf(releases: readonly Release[]): Lane[] {
  const unique = [...new Map(releases.map((release) => [release.id, release])).values()];
  return PLATFORMS.flatMap((platform) =>
    PACKAGE_TYPES.flatMap((package_type) => {
      const own = unique.filter(
        (release) => release.package_type === package_type && release.target_platforms.includes(platform),
      );
      if (own.length === 0) return [];
      const current = own.find(({ published_platforms }) => published_platforms.includes(platform)) ?? null;
      const fallback = own.find(({ fallback_platforms }) => fallback_platforms.includes(platform)) ?? null;
      const drafts = own
        .filter(({ publish_status }) => publish_status === 'draft')
        .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
      return [{ platform, package_type, current, fallback, drafts }];
    }),
  );
}
