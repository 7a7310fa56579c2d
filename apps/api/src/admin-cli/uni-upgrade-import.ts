import { type ManagedApp, ManagedApps } from '@libs/apps';
import {
  DependencyUnavailableError,
  DomainError,
  isSupportedLocale,
  newId,
  type SupportedLocale,
  SystemAudit,
  ValidationFailedError,
} from '@libs/kernel';
import { type ImportedVersion, type NewRelease, type Platform, ReleaseImportService } from '@libs/releases';
import { AdminMobileReleaseRequest } from '../admin/releases/admin-releases.dto';
import { fieldMessage } from '../http/fields/field-messages';
import { ValidationPipe } from '../http/fields/validation.pipe';
import type { Services } from './command';
import { ENTRY_FIELDS, type EntryProblem, type UniUpgradeEntry } from './uni-upgrade-entry';

/** The outcome for one release. */
export interface ImportedRelease {
  readonly id: string;
  readonly platform: Platform;
  readonly version_name: string;
  readonly version_code: number;
  readonly created: boolean;
  /** Absent if publication was not requested. */
  readonly publication?: string;
}

export type EntryResult =
  | { readonly releases: readonly ImportedRelease[] }
  | { readonly problems: readonly (EntryProblem | { readonly message: string })[] };

/** The locale in which texts are checked before their App is known. */
const SOME_LOCALE: SupportedLocale = 'en-US';
const JOB = 'admin import-uni-upgrade';

/** Imports entries into their Apps. */
export class UniUpgradeImport {
  private readonly runId = newId();
  private readonly pipe = new ValidationPipe();
  private readonly apps: ManagedApps;
  private readonly releases: ReleaseImportService;
  private readonly audit: SystemAudit;

  constructor(
    app: Services,
    private readonly publishes: boolean,
  ) {
    this.apps = app.get(ManagedApps);
    this.releases = app.get(ReleaseImportService);
    this.audit = app.get(SystemAudit);
  }

  /** The problems for which the administrators' interface would refuse the entry, too. */
  async problemsOf(entry: UniUpgradeEntry): Promise<readonly EntryProblem[]> {
    try {
      await this.releaseOf(entry, SOME_LOCALE);
      return [];
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      return problemsOf(error);
    }
  }

  /** @param appId if it is not the App that DCloud's id names. */
  findApp(entry: UniUpgradeEntry, appId: string | null): Promise<ManagedApp | null> {
    return this.apps.findAnywhere(appId === null ? { dcloudAppid: entry.appid } : { id: appId });
  }

  /** @throws DependencyUnavailableError when the database is unavailable. */
  async run(app: ManagedApp, entry: UniUpgradeEntry): Promise<EntryResult> {
    try {
      const version = { platforms: entry.platforms, release: await this.releaseOf(entry, app.defaultLocale) };
      const imported = await this.recorded(app, 'releases.write', () =>
        this.releases.add(app, { ...version, minNativeVersionName: entry.minUniVersion }),
      );
      return { releases: await this.finished(app, entry, imported) };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof DependencyUnavailableError) throw error;
      const isOfField = error instanceof ValidationFailedError;
      return { problems: isOfField ? problemsOf(error) : [{ message: error.detail('en-US') }] };
    }
  }

  /** @throws ValidationFailedError as for the request of an administrator. */
  private async releaseOf(entry: UniUpgradeEntry, locale: SupportedLocale): Promise<NewRelease> {
    const { platforms, type, version, versionCode, fields } = entry;
    const request = {
      ...fields,
      platform: platforms[0],
      package_type: type,
      version_name: version,
      version_code: versionCode,
      title: { [locale]: fields.title },
      release_notes: { [locale]: fields.release_notes },
    };
    const body = await this.pipe.transform(request, { type: 'body', metatype: AdminMobileReleaseRequest });
    return (body as AdminMobileReleaseRequest).values();
  }

  private async finished(
    app: ManagedApp,
    { isStable }: UniUpgradeEntry,
    { releases, created }: ImportedVersion,
  ): Promise<ImportedRelease[]> {
    const results: ImportedRelease[] = [];
    for (const { id, platform, versionName, versionCode, createdBy } of releases) {
      const result = { id, platform, version_name: versionName, version_code: versionCode, created: created.has(id) };
      // A release that an administrator created is theirs to publish.
      if (!this.publishes || !isStable || createdBy !== null) {
        results.push(result);
        continue;
      }
      const publication = await this.recorded(app, 'releases.publish', () => this.releases.publish(app, id));
      results.push({ ...result, publication });
    }
    return results;
  }

  private recorded<T>({ tenantId }: ManagedApp, action: string, work: () => Promise<T>): Promise<T> {
    return this.audit.perform({ tenantId, action, name: JOB, id: this.runId }, work);
  }
}

function problemsOf(error: ValidationFailedError): EntryProblem[] {
  return error.fields.map((field) => {
    const [name = '', ...rest] = field.field.split('.').filter((part) => !isSupportedLocale(part));
    return { field: [ENTRY_FIELDS[name] ?? name, ...rest].join('.'), message: fieldMessage(field, 'en-US') };
  });
}
