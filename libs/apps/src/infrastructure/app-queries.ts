import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, sorted, sortedCode, sortedName } from '@libs/foundation';
import { found, isUuid, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { App } from '../domain/app';
import type { AppSettings, AppStatus, AppType } from '../domain/app-settings';
import type { OnboardingRevision, OnboardingSlide } from '../domain/onboarding-revision';
import { AppSchema, OnboardingRevisionSchema } from './app.schema';

/** An App as administrators see it. */
export interface AppDetails
  extends
    AppSettings,
    Pick<App, 'id' | 'appType' | 'status' | 'isDefault' | 'lockVersion' | 'createdAt' | 'updatedAt' | 'updatedBy'> {
  readonly onboarding: PublishedOnboarding;
}

export type OnboardingRevisionDetails = Omit<OnboardingRevision, 'tenantId' | 'appId'>;

/** Version 0, not enabled and without slides before the first publication. */
export interface PublishedOnboarding extends Omit<OnboardingRevisionDetails, 'publishedAt'> {
  readonly publishedAt: Date | null;
}

export interface AppFilter {
  /** A part of name or dcloud_appid, or the whole id. */
  readonly q?: string;
  readonly appType?: AppType;
  readonly status?: AppStatus;
  /** Those to which whoever asks is limited; null for all. */
  readonly ids?: readonly string[] | null;
}

interface AppRow extends Omit<AppDetails, 'onboarding'> {
  onboarding_version: number;
  onboarding_enabled: boolean | null;
  onboarding_slides: OnboardingSlide[] | null;
  published_at: Date | null;
  published_by: string | null;
}

const FIELDS = fieldsOf(AppSchema, { without: ['tenantId', 'onboardingVersion', 'deletedAt'] });

const SELECT_DETAILS = `
  SELECT ${columnsOf(AppSchema, 'a', FIELDS)},
         a.onboarding_version, o.enabled AS onboarding_enabled, o.slides AS onboarding_slides,
         o.published_at, o.published_by
    FROM apps a
    LEFT JOIN app_onboarding_revisions o
      ON o.tenant_id = a.tenant_id AND o.app_id = a.id AND o.version = a.onboarding_version`;

const REVISION = columnsOf(
  OnboardingRevisionSchema,
  'r',
  fieldsOf(OnboardingRevisionSchema, { without: ['tenantId', 'appId'] }),
);

/** Only columns of the index apps_search: the rows themselves are read for one page only. */
const MATCHING = `apps a
   WHERE a.tenant_id = $1 AND a.deleted_at IS NULL
     AND ($2::text IS NULL OR a.app_type = $2) AND ($3::text IS NULL OR a.status = $3)
     AND ($4::text IS NULL OR a.name ILIKE $4 OR a.dcloud_appid ILIKE $4 OR a.id = $5)
     AND ($6::uuid[] IS NULL OR a.id = ANY ($6)) AND ($7::uuid[] IS NULL OR a.id = ANY ($7))`;

@Injectable()
export class AppQueries {
  static readonly order = new ListOrder(
    {
      name: sortedName('a.name'),
      app_type: sortedCode('a.app_type'),
      status: sortedCode('a.status'),
      created_at: sorted('a.created_at'),
      updated_at: sorted('a.updated_at'),
    },
    { usual: 'a.created_at DESC, a.id DESC', tie: 'a.id' },
  );

  static readonly revisionOrder = new ListOrder(
    { version: sorted('r.version') },
    { usual: 'r.version DESC', tie: 'r.version' },
  );

  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError for an App that is deleted, another tenant's or unknown. */
  async get(tenantId: string, appId: string): Promise<AppDetails> {
    const [row] = await this.database.read<AppRow>(
      tenantId,
      `${SELECT_DETAILS} WHERE a.tenant_id = $1 AND a.id = $2 AND a.deleted_at IS NULL`,
      [tenantId, appId],
    );
    return detailsOf(found(row));
  }

  /** Newest first, unless the request says otherwise. */
  async list(
    tenantId: string,
    { q, appType, status, ids }: AppFilter,
    request: ListRequest,
  ): Promise<ListPage<AppDetails>> {
    const order = AppQueries.order.of(request);
    const { items, total } = await listPage<AppRow>(this.database, tenantId, request, {
      matching: MATCHING,
      values: [tenantId, appType, status, likePattern(q), isUuid(q) ? q : null, ids, request.ids],
      select: (limit) => `${SELECT_DETAILS}
        WHERE a.tenant_id = $1
          AND a.id IN (SELECT a.id FROM ${MATCHING} ORDER BY ${order} ${limit})
        ORDER BY ${order}`,
    });
    return { items: items.map(detailsOf), total };
  }

  /** All published onboardings of an App, latest first unless the request says otherwise. */
  onboardingRevisions(
    tenantId: string,
    appId: string,
    request: ListRequest,
  ): Promise<ListPage<OnboardingRevisionDetails>> {
    const matching = 'app_onboarding_revisions r WHERE tenant_id = $1 AND app_id = $2';
    return listPage<OnboardingRevisionDetails>(this.database, tenantId, request, {
      matching,
      values: [tenantId, appId],
      select: (limit) =>
        `SELECT ${REVISION} FROM ${matching} ORDER BY ${AppQueries.revisionOrder.of(request)} ${limit}`,
    });
  }
}

function detailsOf(row: AppRow): AppDetails {
  const { onboarding_version, onboarding_enabled, onboarding_slides, published_at, published_by, ...app } = row;
  return {
    ...app,
    onboarding: {
      version: onboarding_version,
      enabled: onboarding_enabled ?? false,
      slides: onboarding_slides ?? [],
      publishedAt: published_at,
      publishedBy: published_by,
    },
  };
}
