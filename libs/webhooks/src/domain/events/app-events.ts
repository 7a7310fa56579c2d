import type { EventType } from './event-type';
import { COUNT, described, type Fields, FLAG, ID, TEXT, TEXTS, VERSION } from './schemas';

const APP_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

const FIELDS: Fields = {
  app_id: ID,
  name: TEXT,
  app_type: described(TEXT, '`uni_app` or `uni_app_x`'),
  status: described(TEXT, '`active` or `disabled`'),
  is_default: FLAG,
  lock_version: VERSION,
};

const EXAMPLE = {
  app_id: APP_ID,
  name: 'Shop',
  app_type: 'uni_app',
  status: 'active',
  is_default: false,
  lock_version: 1,
};

/** The App after the event. */
function ofApp(type: string, description: string, fields: Fields = {}, example: object = {}): EventType {
  const all = { ...FIELDS, ...fields };
  return { type, source: type, description, fields: all, example: { ...EXAMPLE, ...example }, app: 'always' };
}

export const APP_EVENTS: readonly EventType[] = [
  ofApp('app.created', 'An App was created.'),
  ofApp(
    'app.updated',
    'Settings of an App were changed.',
    { changed_fields: described(TEXTS, 'The names of the fields that were changed') },
    { lock_version: 2, changed_fields: ['name', 'support'] },
  ),
  ofApp('app.enabled', 'An App was enabled: its clients are served.', {}, { lock_version: 3 }),
  ofApp(
    'app.disabled',
    'An App was disabled: its clients are not served.',
    {},
    { status: 'disabled', lock_version: 2 },
  ),
  ofApp('app.deleted', 'An App was deleted.', {}, { status: 'disabled', lock_version: 3 }),
  ofApp(
    'app.onboarding.published',
    'The onboarding of an App was published.',
    { version: VERSION, enabled: FLAG, slide_count: COUNT },
    { version: 2, enabled: true, slide_count: 3 },
  ),
];
