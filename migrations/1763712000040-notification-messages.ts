import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, personal, tenantWall } from './support/tables';

/** How many parts the inbox has. A member's items are all in one of them. */
const PARTS = 8;

export class NotificationMessages1763712000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...MESSAGES, ...FAN_OUTS, ...INBOX, ...STATISTICS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE notification_statistics',
      'DROP TABLE notification_inbox_items',
      'DROP TABLE notification_inboxes',
      'DROP TRIGGER app_memberships_inbox ON app_memberships',
      'DROP FUNCTION remove_notification_inbox',
      'DROP TABLE notification_fan_outs',
      'DROP TABLE notification_previews',
      'DROP TABLE notification_messages',
    ]);
  }
}

/** Notices and messages: what administrators, other systems and the product itself have to say to members of an App. */
const MESSAGES = [
  `CREATE TABLE notification_messages (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     kind text NOT NULL CHECK (kind IN ('notice', 'message')),
     -- Null for notices, which have no type and no preferences.
     message_type text CHECK (message_type IN ('system', 'private', 'marketing', 'security')),
     -- Those of the product itself are told to one member each, and are in no list of administrators.
     origin text NOT NULL CHECK (origin IN ('admin', 'service', 'product')),
     title jsonb NOT NULL,
     body jsonb NOT NULL,
     audience_mode text NOT NULL CHECK (audience_mode IN ('all_members', 'users', 'filter')),
     audience_user_ids uuid[] NOT NULL DEFAULT '{}',
     audience_filter jsonb NOT NULL DEFAULT '{}',
     channels text[] NOT NULL CHECK (channels <@ '{in_app,push,email}' AND 'in_app' = ANY (channels)),
     action jsonb,
     status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'published', 'cancelled')),
     scheduled_at timestamptz,
     -- Who scheduled it, and will have published it.
     scheduled_by uuid,
     expires_at timestamptz,
     -- Under which members have it in their inbox: a UUID of version 7 with the time of publication, so that its order
     -- is that of the inbox.
     publication_id uuid,
     published_at timestamptz,
     published_by uuid,
     cancelled_at timestamptz,
     recalled_at timestamptz,
     recall_reason text,
     created_by uuid,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CONSTRAINT notification_messages_publication UNIQUE (tenant_id, publication_id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     CONSTRAINT notification_messages_type CHECK ((kind = 'message') = (message_type IS NOT NULL)),
     CONSTRAINT notification_messages_scheduled CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL),
     CONSTRAINT notification_messages_published
       CHECK ((status = 'published') = (publication_id IS NOT NULL)
              AND (status = 'published') = (published_at IS NOT NULL)),
     CONSTRAINT notification_messages_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
     CONSTRAINT notification_messages_recalled CHECK (recalled_at IS NULL OR status = 'published')
   )`,
  `CREATE INDEX notification_messages_newest
     ON notification_messages (tenant_id, app_id, kind, created_at DESC, id DESC)
     INCLUDE (status, message_type) WHERE origin <> 'product'`,
  `CREATE INDEX notification_messages_by_status
     ON notification_messages (tenant_id, app_id, kind, status, created_at DESC, id DESC)
     INCLUDE (message_type) WHERE origin <> 'product'`,
  `CREATE INDEX notification_messages_due ON notification_messages (scheduled_at) WHERE status = 'scheduled'`,
  `CREATE INDEX notification_messages_of_product ON notification_messages (created_at) WHERE origin = 'product'`,
  // They say from where and with what somebody signed in, and are found by that person when the account is erased.
  `CREATE INDEX notification_messages_of_recipient ON notification_messages (tenant_id, audience_user_ids)
     WHERE origin = 'product'`,
  `CREATE INDEX notification_messages_recalled ON notification_messages (recalled_at) WHERE recalled_at IS NOT NULL`,
  `CREATE INDEX notification_messages_expiring ON notification_messages (expires_at)
     WHERE expires_at IS NOT NULL AND status = 'published'`,
  ...tenantWall('notification_messages'),
  grant('notification_messages', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('notification_messages', ['body', 'action']),

  // What an administrator was shown, for a publication that must reach the same audience.
  `CREATE TABLE notification_previews (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     message_id uuid NOT NULL,
     audience_hash text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     FOREIGN KEY (tenant_id, message_id) REFERENCES notification_messages (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX notification_previews_age ON notification_previews (created_at)`,
  `CREATE INDEX notification_previews_of_message ON notification_previews (tenant_id, message_id)`,
  ...tenantWall('notification_previews'),
  grant('notification_previews', ['SELECT', 'INSERT', 'DELETE']),
];

/** How far the writing of a publication into inboxes has come, and its removal after a recall or its expiry. */
const FAN_OUTS = [
  `CREATE TABLE notification_fan_outs (
     tenant_id uuid NOT NULL,
     message_id uuid NOT NULL,
     app_id uuid NOT NULL,
     publication_id uuid NOT NULL,
     -- The last user whose turn has come; null before the first.
     position uuid,
     recipients integer NOT NULL DEFAULT 0,
     finished_at timestamptz,
     -- The last user from whose inbox it was removed.
     withdrawn_through uuid,
     withdrawn_at timestamptz,
     -- When it came on last: what has stood still is set going again.
     moved_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, message_id),
     FOREIGN KEY (tenant_id, message_id) REFERENCES notification_messages (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX notification_fan_outs_unfinished ON notification_fan_outs (tenant_id, app_id, publication_id)
     WHERE finished_at IS NULL`,
  `CREATE INDEX notification_fan_outs_standing ON notification_fan_outs (publication_id) WHERE withdrawn_at IS NULL`,
  ...tenantWall('notification_fan_outs'),
  grant('notification_fan_outs', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/**
 * One row a recipient, with nothing that the message itself has: a million rows are written for a publication to a
 * million members. The key serves the exactly-once, the order, the cursor and the single item, so there is no other
 * index.
 */
const INBOX = [
  `CREATE TABLE notification_inbox_items (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     -- The publication's id.
     id uuid NOT NULL,
     read_at timestamptz,
     opened_at timestamptz,
     PRIMARY KEY (user_id, id)
   ) PARTITION BY HASH (user_id)`,
  ...Array.from(
    { length: PARTS },
    (_, part) =>
      `CREATE TABLE notification_inbox_items_${part} PARTITION OF notification_inbox_items
         FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part})`,
  ),
  ...tenantWall('notification_inbox_items'),
  ...Array.from({ length: PARTS }, (_, part) => tenantWall(`notification_inbox_items_${part}`)).flat(),
  grant('notification_inbox_items', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('notification_inbox_items', ['read_at', 'opened_at']),

  // How many of a member's items up to one of them are unread. What came later is counted when it is asked for.
  `CREATE TABLE notification_inboxes (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     counted_through uuid NOT NULL,
     unread_notice integer NOT NULL DEFAULT 0,
     unread_system integer NOT NULL DEFAULT 0,
     unread_private integer NOT NULL DEFAULT 0,
     unread_marketing integer NOT NULL DEFAULT 0,
     unread_security integer NOT NULL DEFAULT 0,
     PRIMARY KEY (user_id, app_id)
   ) WITH (fillfactor = 70)`,
  ...tenantWall('notification_inboxes'),
  grant('notification_inboxes', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('notification_inboxes', [
    'unread_notice',
    'unread_system',
    'unread_private',
    'unread_marketing',
    'unread_security',
  ]),

  // What a foreign key would do, without its price for each of a million items. Batches of fan-outs of the App hold the
  // same lock for themselves, so each is either over by now, and seen here, or begins when the membership has ended.
  `CREATE FUNCTION remove_notification_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(hashtextextended('notification fan-outs ' || OLD.app_id, 0));
     DELETE FROM notification_inbox_items
       WHERE tenant_id = OLD.tenant_id AND app_id = OLD.app_id AND user_id = OLD.user_id;
     DELETE FROM notification_inboxes WHERE user_id = OLD.user_id AND app_id = OLD.app_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER app_memberships_inbox AFTER DELETE ON app_memberships
     FOR EACH ROW WHEN (OLD.joined_at IS NOT NULL) EXECUTE FUNCTION remove_notification_inbox()`,
];

/** Counted by the hour. Many members read the same message at the same time, so each hour has several rows. */
const STATISTICS = [
  `CREATE TABLE notification_statistics (
     tenant_id uuid NOT NULL,
     message_id uuid NOT NULL,
     hour timestamptz NOT NULL,
     shard smallint NOT NULL,
     delivered integer NOT NULL DEFAULT 0,
     read integer NOT NULL DEFAULT 0,
     opened integer NOT NULL DEFAULT 0,
     push_sent integer NOT NULL DEFAULT 0,
     push_failed integer NOT NULL DEFAULT 0,
     push_ignored integer NOT NULL DEFAULT 0,
     push_opened integer NOT NULL DEFAULT 0,
     email_sent integer NOT NULL DEFAULT 0,
     email_failed integer NOT NULL DEFAULT 0,
     email_ignored integer NOT NULL DEFAULT 0,
     email_opened integer NOT NULL DEFAULT 0,
     PRIMARY KEY (tenant_id, message_id, hour, shard),
     FOREIGN KEY (tenant_id, message_id) REFERENCES notification_messages (tenant_id, id) ON DELETE CASCADE
   ) WITH (fillfactor = 70)`,
  ...tenantWall('notification_statistics'),
  grant('notification_statistics', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];
