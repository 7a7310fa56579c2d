import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';

/** Values of settings (any JSON) by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Scope and key of the only value in the cache. */
const ALL = 'all';

/** The public settings, cached in memory. */
@Injectable()
export class PublicSettings {
  private readonly settings: InvalidatedCache<SettingValues>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.settings = new InvalidatedCache(feed, {
      subject: 'settings',
      maxBytes: 1,
      sizeOf: () => 1,
    });
  }

  /**
   * The active, global, public settings that are not secret; the same object until one of them changes.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async current(): Promise<SettingValues> {
    return (await this.settings.get(ALL, ALL, () => this.read())) ?? {};
  }

  /** The cached object of `current`; null if it has to be read. */
  known(): SettingValues | null {
    return this.settings.known(ALL, ALL);
  }

  private async read(): Promise<SettingValues> {
    const rows = await this.database.readAsSystem<{ key: string; value: unknown }>(
      `SELECT key, value FROM settings
        WHERE scope = 'global' AND status = 'active' AND is_public AND NOT is_secret
        ORDER BY key COLLATE "C"`,
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }
}
