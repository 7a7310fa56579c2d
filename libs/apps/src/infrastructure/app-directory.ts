import { Injectable } from '@nestjs/common';
import { ChangeFeed, columnsOf, Database, fieldsOf, InvalidatedCache } from '@libs/foundation';
import type { App } from '../domain/app';
import type { AppSettings } from '../domain/app-settings';
import type { OnboardingRevision, OnboardingSlide } from '../domain/onboarding-revision';
import { AppSchema } from './app.schema';

/** An available App as requests see it: the same object as long as nothing about the App changes. Never modified. */
export interface AppSnapshot extends AppSettings, Pick<App, 'id' | 'tenantId' | 'appType' | 'lockVersion'> {
  /** The current published revision; version 0, not enabled and without slides before the first. */
  readonly onboarding: Pick<OnboardingRevision, 'version' | 'enabled' | 'slides'>;
}

interface AppRow extends Omit<AppSnapshot, 'onboarding'> {
  available: boolean;
  onboarding_version: number;
  onboarding_enabled: boolean | null;
  onboarding_slides: OnboardingSlide[] | null;
}

/** What is known about an existing App: `app` is null while it is disabled or deleted. */
interface Entry {
  readonly app: AppSnapshot | null;
  /** Null once the App is deleted, since another may then have the id. */
  readonly dcloudAppid: string | null;
}

const FIELDS = fieldsOf(AppSchema, {
  without: [
    'status',
    'isDefault',
    'dcloudAppid',
    'onboardingVersion',
    'createdAt',
    'updatedAt',
    'updatedBy',
    'deletedAt',
  ],
});

const SELECT_APP = `
  SELECT ${columnsOf(AppSchema, 'a', FIELDS)},
         CASE WHEN a.deleted_at IS NULL THEN a.dcloud_appid END AS "dcloudAppid",
         a.status = 'active' AND a.deleted_at IS NULL AS available,
         a.onboarding_version, o.enabled AS onboarding_enabled, o.slides AS onboarding_slides
    FROM apps a
    LEFT JOIN app_onboarding_revisions o
      ON o.tenant_id = a.tenant_id AND o.app_id = a.id AND o.version = a.onboarding_version
   WHERE a.id = $1`;

/** Enough for some 10,000 Apps of ordinary size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Characters take up to two bytes, and the answers built from a snapshot, one per locale, live as long as it does. */
const BYTES_PER_CHARACTER = 6;

const MAX_DCLOUD_BYTES = 2 * 1024 * 1024;
const BYTES_PER_DCLOUD_APPID = 300;

/** Finds the App that a request names, from memory if possible. */
@Injectable()
export class AppDirectory {
  private readonly apps: InvalidatedCache<Entry>;
  private readonly dcloudApps: InvalidatedCache<{ readonly id: string }>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.apps = new InvalidatedCache(feed, {
      subject: 'app',
      maxBytes: MAX_BYTES,
      sizeOf: (entry) => JSON.stringify(entry).length * BYTES_PER_CHARACTER,
    });
    this.dcloudApps = new InvalidatedCache(feed, {
      subject: 'app',
      maxBytes: MAX_DCLOUD_BYTES,
      sizeOf: () => BYTES_PER_DCLOUD_APPID,
    });
  }

  /**
   * The App, if it exists, is active and was not deleted. The status of its tenant is not checked.
   *
   * @param appId a uuid in lower case.
   * @throws DependencyUnavailableError when the database is away.
   */
  async findAvailable(appId: string): Promise<AppSnapshot | null> {
    return (await this.entryOf(appId))?.app ?? null;
  }

  /** Such an App, if it is in memory: null says nothing. */
  knownAvailable(appId: string): AppSnapshot | null {
    return this.apps.known(appId, '')?.app ?? null;
  }

  /** The same by the App's id at DCloud. */
  async findAvailableOfDcloud(dcloudAppid: string): Promise<AppSnapshot | null> {
    const known = await this.dcloudApps.get(dcloudAppid, '', () => this.readIdOf(dcloudAppid));
    const entry = known && (await this.entryOf(known.id));
    if (!entry || entry.dcloudAppid === dcloudAppid) return entry?.app ?? null;
    // The feed names Apps by their own ids, so it does not announce that this id has passed to another App.
    const present = await this.readIdOf(dcloudAppid);
    return present && this.findAvailable(present.id);
  }

  private entryOf(appId: string): Promise<Entry | null> {
    return this.apps.get(appId, '', () => this.read(appId));
  }

  private async readIdOf(dcloudAppid: string): Promise<{ readonly id: string } | null> {
    return this.database.readOneAsSystem<{ id: string }>(
      'SELECT id FROM apps WHERE dcloud_appid = $1 AND deleted_at IS NULL',
      [dcloudAppid],
    );
  }

  private async read(appId: string): Promise<Entry | null> {
    const [row] = await this.database.readAsSystem<AppRow>(SELECT_APP, [appId]);
    if (!row) return null;
    const { available, onboarding_version: version, onboarding_enabled, onboarding_slides, ...app } = row;
    const { dcloudAppid } = app;
    if (!available) return { app: null, dcloudAppid };
    const onboarding = { version, enabled: onboarding_enabled ?? false, slides: onboarding_slides ?? [] };
    return { app: { ...app, onboarding }, dcloudAppid };
  }
}
