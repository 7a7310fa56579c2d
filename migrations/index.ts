import type { MigrationInterface } from 'typeorm';
import { Foundation1763712000001 } from './1763712000001-foundation';
import { TenantsAppsSettings1763712000002 } from './1763712000002-tenants-apps-settings';
import { ContentPages1763712000003 } from './1763712000003-content-pages';
import { Regions1763712000004 } from './1763712000004-regions';
import { Iam1763712000005 } from './1763712000005-iam';
import { LegalConsents1763712000006 } from './1763712000006-legal-consents';

/** Every migration, oldest first. A name on this list never changes once it has landed. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  Foundation1763712000001,
  TenantsAppsSettings1763712000002,
  ContentPages1763712000003,
  Regions1763712000004,
  Iam1763712000005,
  LegalConsents1763712000006,
];
