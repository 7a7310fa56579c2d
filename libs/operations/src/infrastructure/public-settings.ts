import { Injectable } from '@nestjs/common';
import { ChangeFeed, Database, InvalidatedCache } from '@libs/foundation';

/** Setting values, any JSON, by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

interface SettingRow {
  key: string;
  value: unknown;
}

/** Scope and key of a cache that has a single value, which nothing else could make room for. */
const ALL = 'all';

/** The settings that are meant for everyone's eyes, from memory where it can. */
@Injectable()
export class PublicSettings {
  private readonly settings: InvalidatedCache<SettingValues>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.settings = new InvalidatedCache(feed, {
      subject: 'settings',
      maxBytes: Number.MAX_SAFE_INTEGER,
      sizeOf: () => 0,
    });
  }

  /**
   * The active, global, public settings that are no secrets: the same object for as long as none of them changes.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async current(): Promise<SettingValues> {
    return (await this.settings.get(ALL, ALL, () => this.read())) ?? {};
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
