import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';

/** Setting values, any JSON, by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

interface SettingRow {
  key: string;
  value: unknown;
}

/** Scope and key of a cache with a single value, which nothing can displace. */
const ALL = 'all';

/** The settings that are public, from memory if possible. */
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
   * The active, global, public settings that are not secret: the same object as long as none of them changes.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async current(): Promise<SettingValues> {
    return (await this.settings.get(ALL, ALL, () => this.read())) ?? {};
  }

  /** The same object, if it is in memory: null says nothing. */
  known(): SettingValues | null {
    return this.settings.known(ALL, ALL);
  }

  private async read(): Promise<SettingValues> {
    const rows = await this.database.readAsSystem<SettingRow>(
      `SELECT key, value FROM settings
        WHERE scope = 'global' AND status = 'active' AND is_public AND NOT is_secret
        ORDER BY key COLLATE "C"`,
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }
}
