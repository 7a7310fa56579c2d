import type { EventType } from './event-type';
import { COUNT, described, type Fields, FLAG, ID, MOMENT_OR_NULL, NUMBER, TEXT, TEXTS, VERSION } from './schemas';

const FIELDS: Fields = {
  release_id: ID,
  app_id: ID,
  platform: TEXT,
  package_type: TEXT,
  target_platforms: TEXTS,
  version_name: TEXT,
  version_code: COUNT,
  upgrade_mode: TEXT,
  rollout_percent: NUMBER,
  rollout_paused: FLAG,
  publish_status: TEXT,
  published_platforms: described(TEXTS, 'Where it is the current release'),
  fallback_platforms: described(TEXTS, 'Where it is what devices get that the current release does not reach'),
  published_at: MOMENT_OR_NULL,
  lock_version: VERSION,
};

const EXAMPLE = {
  release_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905',
  app_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
  platform: 'android',
  package_type: 'native_app',
  target_platforms: ['android'],
  version_name: '1.4.0',
  version_code: 140,
  upgrade_mode: 'optional',
  rollout_percent: 100,
  rollout_paused: false,
  publish_status: 'draft',
  published_platforms: [] as string[],
  fallback_platforms: [] as string[],
  published_at: null as string | null,
  lock_version: 1,
};

const PUBLISHED = {
  publish_status: 'online',
  published_platforms: ['android'],
  published_at: '2026-11-21T09:00:00.000Z',
  lock_version: 2,
};

/** The release after the event. */
function ofRelease(type: string, description: string, fields: Fields = {}, example: object = {}): EventType {
  const all = { ...FIELDS, ...fields };
  return { type, source: type, description, fields: all, example: { ...EXAMPLE, ...example }, app: 'always' };
}

export const RELEASE_EVENTS: readonly EventType[] = [
  ofRelease('release.created', 'A release was created.'),
  ofRelease('release.published', 'A release was published.', {}, PUBLISHED),
  ofRelease(
    'release.unpublished',
    'A release was taken back.',
    {},
    { ...PUBLISHED, publish_status: 'offline', published_platforms: [], lock_version: 3 },
  ),
  ofRelease('release.deleted', 'A release was deleted.'),
  ofRelease(
    'release.health.tripped',
    'Too many devices failed with a release, and its health gate acted.',
    {
      action: described(TEXT, 'What the gate did: `notify`, `pause` or `unpublish`'),
      failures: COUNT,
      reports: COUNT,
      failure_rate: NUMBER,
      max_failure_percent: NUMBER,
      min_reports: COUNT,
      window_minutes: COUNT,
    },
    {
      ...PUBLISHED,
      rollout_paused: true,
      action: 'pause',
      failures: 30,
      reports: 200,
      failure_rate: 0.15,
      max_failure_percent: 5,
      min_reports: 50,
      window_minutes: 60,
      lock_version: 4,
    },
  ),
];
