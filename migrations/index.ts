import { Foundation1763712000001 } from './1763712000001-foundation';
import { TenantsAppsSettings1763712000002 } from './1763712000002-tenants-apps-settings';
import { ContentPages1763712000003 } from './1763712000003-content-pages';
import { Regions1763712000004 } from './1763712000004-regions';
import { Iam1763712000005 } from './1763712000005-iam';
import { LegalConsents1763712000006 } from './1763712000006-legal-consents';
import { Audit1763712000007 } from './1763712000007-audit';
import { Files1763712000008 } from './1763712000008-files';
import { AdminSignIn1763712000009 } from './1763712000009-admin-sign-in';
import { AppsAdmin1763712000010 } from './1763712000010-apps-admin';
import { PagesAdmin1763712000011 } from './1763712000011-pages-admin';
import { UsersAdmin1763712000012 } from './1763712000012-users-admin';
import { Releases1763712000013 } from './1763712000013-releases';
import { ReleaseReports1763712000014 } from './1763712000014-release-reports';
import { SelfService1763712000015 } from './1763712000015-self-service';
import { DevicesAndEvents1763712000016 } from './1763712000016-devices-and-events';
import { OtpJourneysStepUp1763712000017 } from './1763712000017-otp-journeys-step-up';
import { AccountDeletionDataExport1763712000018 } from './1763712000018-account-deletion-data-export';
import { Captcha1763712000019 } from './1763712000019-captcha';
import { Sms1763712000020 } from './1763712000020-sms';
import { PageRenderings1763712000022 } from './1763712000022-page-renderings';
import { UnconfirmedRegistrations1763712000023 } from './1763712000023-unconfirmed-registrations';
import { PasswordProofs1763712000024 } from './1763712000024-password-proofs';
import { IdentifierAgeAndNotices1763712000025 } from './1763712000025-identifier-age-and-notices';
import { OutboxLanes1763712000026 } from './1763712000026-outbox-lanes';
import { ReleaseOutcomes1763712000027 } from './1763712000027-release-outcomes';
import { StorageUsage1763712000028 } from './1763712000028-storage-usage';
import { ReleaseFallbacks1763712000029 } from './1763712000029-release-fallbacks';
import { ReleaseAdoptionDays1763712000031 } from './1763712000031-release-adoption-days';
import { AuditSearch1763712000034 } from './1763712000034-audit-search';
import { AuditSearchOfOlderRecords1763712000035 } from './1763712000035-audit-search-of-older-records';
import { AccessChanges1763712000036 } from './1763712000036-access-changes';
import { Articles1763712000037 } from './1763712000037-articles';
import { Dictionaries1763712000038 } from './1763712000038-dictionaries';
import { ArticleSearch1763712000039 } from './1763712000039-article-search';
import { NotificationMessages1763712000040 } from './1763712000040-notification-messages';
import { NotificationDeliveries1763712000041 } from './1763712000041-notification-deliveries';
import { SettingsAdmin1763712000042 } from './1763712000042-settings-admin';
import { JobsAndInstances1763712000043 } from './1763712000043-jobs-and-instances';
import { ApiClients1763712000044 } from './1763712000044-api-clients';
import { Webhooks1763712000045 } from './1763712000045-webhooks';
import { IdempotencyKeys1763712000046 } from './1763712000046-idempotency-keys';
import { OrganizationDashboard1763712000047 } from './1763712000047-organization-dashboard';
import { InboxWall1763712000049 } from './1763712000049-inbox-wall';
import { AuditRecordBounds1763712000050 } from './1763712000050-audit-record-bounds';
import { ReportBudgets1763712000054 } from './1763712000054-report-budgets';
import { ApiClientFailures1763712000055 } from './1763712000055-api-client-failures';
import { AnswersWithoutSecrets1763712000057 } from './1763712000057-answers-without-secrets';
import { WallsThatLetRowsPass1763712000061 } from './1763712000061-walls-that-let-rows-pass';
import { TraceOfMessages1763712000062 } from './1763712000062-trace-of-messages';
import { SlowLanes1763712000063 } from './1763712000063-slow-lanes';
import { ArticleEndsAndTags1763712000064 } from './1763712000064-article-ends-and-tags';
import { FormerArticleSlugs1763712000065 } from './1763712000065-former-article-slugs';
import { ArticleReads1763712000066 } from './1763712000066-article-reads';
import { ContentPictures1763712000067 } from './1763712000067-content-pictures';
import { AppContentSettings1763712000068 } from './1763712000068-app-content-settings';
import { ScheduledCovers1763712000069 } from './1763712000069-scheduled-covers';
import { FanOutTotals1763712000070 } from './1763712000070-fan-out-totals';
import { TestMessages1763712000071 } from './1763712000071-test-messages';
import { AudienceFilters1763712000072 } from './1763712000072-audience-filters';
import { NoticePreferences1763712000073 } from './1763712000073-notice-preferences';
import { HeldDeliveries1763712000074 } from './1763712000074-held-deliveries';
import { AppMail1763712000075 } from './1763712000075-app-mail';
import { ApiClientApps1763712000076 } from './1763712000076-api-client-apps';
import { WebhookAnswersAndReplays1763712000078 } from './1763712000078-webhook-answers-and-replays';
import { MessagesOfClients1763712000079 } from './1763712000079-messages-of-clients';
import { PushProvidersToRead1763712000080 } from './1763712000080-push-providers-to-read';
import { PublicSettingsAreGlobal1763712000081 } from './1763712000081-public-settings-are-global';
import { AuthorsOfChanges1763712000082 } from './1763712000082-authors-of-changes';
import { ContentPreviews1763712000085 } from './1763712000085-content-previews';
import { DownloadsAndThumbnails1763712000086 } from './1763712000086-downloads-and-thumbnails';
import { SortedLists1763712000089 } from './1763712000089-sorted-lists';
import { ReasonsOfActions1763712000092 } from './1763712000092-reasons-of-actions';
import { SearchTexts1763712000093 } from './1763712000093-search-texts';
import { SearchTextsOfOlderRows1763712000094 } from './1763712000094-search-texts-of-older-rows';
import { DevicesWithoutSessions1763712000095 } from './1763712000095-devices-without-sessions';
import { Partitions1763712000096 } from './1763712000096-partitions';
import { WallsOfMembers1763712000097 } from './1763712000097-walls-of-members';
import type { MigrationInterface } from 'typeorm';

/** Every migration, oldest first. A name on this list never changes once it has landed. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  Foundation1763712000001,
  TenantsAppsSettings1763712000002,
  ContentPages1763712000003,
  Regions1763712000004,
  Iam1763712000005,
  LegalConsents1763712000006,
  Audit1763712000007,
  Files1763712000008,
  AdminSignIn1763712000009,
  AppsAdmin1763712000010,
  PagesAdmin1763712000011,
  UsersAdmin1763712000012,
  Releases1763712000013,
  ReleaseReports1763712000014,
  SelfService1763712000015,
  DevicesAndEvents1763712000016,
  OtpJourneysStepUp1763712000017,
  AccountDeletionDataExport1763712000018,
  Captcha1763712000019,
  Sms1763712000020,
  PageRenderings1763712000022,
  UnconfirmedRegistrations1763712000023,
  PasswordProofs1763712000024,
  IdentifierAgeAndNotices1763712000025,
  OutboxLanes1763712000026,
  ReleaseOutcomes1763712000027,
  StorageUsage1763712000028,
  ReleaseFallbacks1763712000029,
  ReleaseAdoptionDays1763712000031,
  AuditSearch1763712000034,
  AuditSearchOfOlderRecords1763712000035,
  AccessChanges1763712000036,
  Articles1763712000037,
  Dictionaries1763712000038,
  ArticleSearch1763712000039,
  NotificationMessages1763712000040,
  NotificationDeliveries1763712000041,
  SettingsAdmin1763712000042,
  JobsAndInstances1763712000043,
  ApiClients1763712000044,
  Webhooks1763712000045,
  IdempotencyKeys1763712000046,
  OrganizationDashboard1763712000047,
  InboxWall1763712000049,
  AuditRecordBounds1763712000050,
  ReportBudgets1763712000054,
  ApiClientFailures1763712000055,
  AnswersWithoutSecrets1763712000057,
  WallsThatLetRowsPass1763712000061,
  TraceOfMessages1763712000062,
  SlowLanes1763712000063,
  ArticleEndsAndTags1763712000064,
  FormerArticleSlugs1763712000065,
  ArticleReads1763712000066,
  ContentPictures1763712000067,
  AppContentSettings1763712000068,
  ScheduledCovers1763712000069,
  FanOutTotals1763712000070,
  TestMessages1763712000071,
  AudienceFilters1763712000072,
  NoticePreferences1763712000073,
  HeldDeliveries1763712000074,
  AppMail1763712000075,
  ApiClientApps1763712000076,
  WebhookAnswersAndReplays1763712000078,
  MessagesOfClients1763712000079,
  PushProvidersToRead1763712000080,
  PublicSettingsAreGlobal1763712000081,
  AuthorsOfChanges1763712000082,
  ContentPreviews1763712000085,
  DownloadsAndThumbnails1763712000086,
  SortedLists1763712000089,
  ReasonsOfActions1763712000092,
  SearchTexts1763712000093,
  SearchTextsOfOlderRows1763712000094,
  DevicesWithoutSessions1763712000095,
  Partitions1763712000096,
  WallsOfMembers1763712000097,
];
