import type { Amounts } from './amounts';

/** Raised with every change of what is seeded, so that databases that were kept are made anew. */
export const SEED_VERSION = 3;

export const PASSWORD = 'bench member password';
export const ADMINISTRATORS = 100;

/** Three digits that tell the kinds of ids apart. */
const KINDS = {
  user: '001',
  device: '002',
  deviceKey: '003',
  session: '004',
  admin: '005',
  adminSession: '006',
} as const;
type Kind = keyof typeof KINDS;

/**
 * The id of the n-th of a kind: a UUID of version 7 whose time rises with n, as that of rows that were made one after the
 * other. The same in every database, so that whoever knows n knows the id.
 *
 * @param n an expression.
 */
export function idOf(kind: Kind, n: string): string {
  const time = `lpad(to_hex(1700000000000 + (${n})::bigint * 20), 12, '0')`;
  return `(${time} || '7${KINDS[kind]}8' || left(md5('${kind} ' || (${n})::text), 15))::uuid`;
}

/** When the n-th member joined: over the year before, the last one an hour ago. */
const joinedAt = (members: number) =>
  `now() - interval '1 hour' - (${members} - n) * (interval '365 days' / ${members})`;
const emailOf = (n: string) => `'member-' || ${n} || '@example.com'`;

/**
 * What a busy installation has, by generate_series: members with identifiers, profiles, installations, sessions, refresh
 * tokens and sign-ins, administrators, a release, legal documents. Every literal is ours.
 */
export function seedStatements({ members, signIns }: Amounts, passwordHash: string): string[] {
  const series = `generate_series(1, ${members}) n`;
  const app = `(SELECT tenant_id, id AS app_id FROM apps WHERE is_default) app`;
  return [
    // As pg_restore does: that what is referred to is there is certain, and asking would take longer than writing.
    `SET LOCAL session_replication_role = replica`,
    `INSERT INTO users (tenant_id, id, display_name, status, locale, time_zone, password_hash, password_changed_at,
                        created_at, updated_at)
     SELECT tenant_id, ${idOf('user', 'n')}, 'Member ' || n, 'active', CASE WHEN n % 3 = 0 THEN 'en-US' END,
            CASE WHEN n % 2 = 0 THEN 'Asia/Shanghai' END, '${passwordHash}', ${joinedAt(members)}, ${joinedAt(members)},
            ${joinedAt(members)}
       FROM ${app}, ${series}`,
    `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary, created_at)
     SELECT tenant_id, uuidv7(), ${idOf('user', 'n')}, 'email', ${emailOf('n')}, ${joinedAt(members)}, true, ${joinedAt(members)}
       FROM ${app}, ${series}`,
    `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary, created_at)
     SELECT tenant_id, uuidv7(), ${idOf('user', 'n')}, 'mobile', '+8613' || lpad(n::text, 9, '0'), ${joinedAt(members)}, false,
            ${joinedAt(members)}
       FROM ${app}, ${series} WHERE n % 3 = 0`,
    `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at, created_at)
     SELECT tenant_id, app_id, ${idOf('user', 'n')}, 'active', ${joinedAt(members)}, ${joinedAt(members)} FROM ${app}, ${series}`,
    `INSERT INTO user_profiles (tenant_id, user_id, bio, gender, birthday, region_code, theme, font_scale, reduce_motion)
     SELECT tenant_id, ${idOf('user', 'n')}, 'Tea, trains and typography', 'unspecified', date '1980-01-01' + n % 9000, '330106',
            'dark', 1.2, false
       FROM ${app}, ${series} WHERE n % 2 = 0`,
    `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, model, os_version, app_version,
                          last_seen_at, created_at)
     SELECT tenant_id, ${idOf('device', 'n')}, app_id, ${idOf('user', 'n')}, ${idOf('deviceKey', 'n')}, 'android', 'Pixel 9', '16',
            '1.4.0', ${joinedAt(members)}, ${joinedAt(members)}
       FROM ${app}, ${series}`,
    `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, ip, user_agent, created_at,
                           last_active_at, expires_at, absolute_expires_at)
     SELECT tenant_id, ${idOf('session', 'n')}, 'mobile', ${idOf('user', 'n')}, app_id, ${idOf('device', 'n')}, 'password',
            '203.0.113.7', 'AppKernel/1.4.0 (Android 16)', now() - interval '1 hour', now() - interval '1 hour',
            now() + interval '30 days', now() + interval '90 days'
       FROM ${app}, ${series}`,
    `INSERT INTO refresh_tokens (tenant_id, token_hash, session_id, issued_at, expires_at)
     SELECT tenant_id, sha256(('seeded ' || n)::bytea), ${idOf('session', 'n')}, now() - interval '1 hour', now() + interval '30 days'
       FROM ${app}, ${series}`,
    `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, ip, user_agent, device_id,
                               occurred_at)
     SELECT tenant_id, uuidv7(), app_id, ${idOf('user', 'n')}, sha256(('identifier ' || n)::bytea), 'success', 'password',
            '203.0.113.7', 'AppKernel/1.4.0 (Android 16)', ${idOf('device', 'n')},
            ${joinedAt(members)} - each * interval '1 day'
       FROM ${app}, ${series}, generate_series(0, ${signIns} - 1) each`,
    ...administration(passwordHash),
    ...publications(),
    ...ofTheFloor(),
  ];
}

function administration(passwordHash: string): string[] {
  const from = `FROM (SELECT tenant_id FROM apps WHERE is_default) app, generate_series(1, ${ADMINISTRATORS}) n`;
  return [
    `INSERT INTO users (tenant_id, id, display_name, status, password_hash, password_changed_at)
     SELECT tenant_id, ${idOf('admin', 'n')}, 'Administrator ' || n, 'active', '${passwordHash}', now() ${from}`,
    `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
     SELECT tenant_id, uuidv7(), ${idOf('admin', 'n')}, 'email', 'admin-' || n || '@example.com', now(), true ${from}`,
    `INSERT INTO user_roles (tenant_id, user_id, role_code) SELECT tenant_id, ${idOf('admin', 'n')}, 'admin' ${from}`,
    // Longer than those of the product live, so that databases can be kept.
    `INSERT INTO sessions (tenant_id, id, surface, user_id, login_method, ip, user_agent, expires_at, absolute_expires_at)
     SELECT tenant_id, ${idOf('adminSession', 'n')}, 'admin', ${idOf('admin', 'n')}, 'password', '203.0.113.8', 'Browser',
            now() + interval '90 days', now() + interval '90 days' ${from}`,
  ];
}

function publications(): string[] {
  return [
    `UPDATE apps SET
       feature_flags = (SELECT jsonb_object_agg('feature_' || n, n % 2 = 0) FROM generate_series(1, 30) n),
       client_config = jsonb_build_object('home', jsonb_build_object('tabs', '["home","shop","orders","me"]'::jsonb),
                                          'texts', (SELECT jsonb_object_agg('text_' || n, repeat('configured ', 4))
                                                      FROM generate_series(1, 25) n))
      WHERE is_default`,
    `INSERT INTO releases (tenant_id, id, app_id, platform, package_type, target_platforms, version_name, version_code,
                           min_supported_version_code, upgrade_mode, title, release_notes, external_url, published_at)
     SELECT tenant_id, uuidv7(), id, 'android', 'native_app', '{android}', '1.4.0', 10400, 10000, 'recommended',
            '{"zh-CN": "版本 1.4.0", "en-US": "Version 1.4.0"}', '{"zh-CN": "更快。", "en-US": "Faster than ever."}',
            'https://store.example.com/app', now() FROM apps WHERE is_default`,
    `INSERT INTO release_pointers (tenant_id, app_id, platform, package_type, release_id)
     SELECT tenant_id, app_id, platform, package_type, id FROM releases`,
    `INSERT INTO content_page_revisions (tenant_id, page_id, revision, key, title, body, body_format, effective_at, revision_hash)
     SELECT p.tenant_id, p.id, 1, p.key, '{"zh-CN": "标题", "en-US": "Title"}', '{"zh-CN": "正文", "en-US": "Text"}', 'markdown',
            now(), encode(sha256(p.key::bytea), 'hex')
       FROM content_pages p JOIN apps a ON a.tenant_id = p.tenant_id AND a.id = p.app_id AND a.is_default
      WHERE p.kind = 'legal'`,
    `UPDATE content_pages p SET published_revision = 1
      WHERE EXISTS (SELECT FROM content_page_revisions r WHERE r.tenant_id = p.tenant_id AND r.page_id = p.id)`,
  ];
}

/** Regions as a program would keep them that asks the database for each answer. */
function ofTheFloor(): string[] {
  return [
    `CREATE TABLE floor_regions AS
     WITH RECURSIVE named AS (
       SELECT r.code, r.parent_code, r.level, r.status, r.pinyin, r.initials,
              coalesce(r.name_override ->> 'zh-CN', r.names ->> 'zh-CN') AS name
         FROM regions r WHERE r.is_public AND r.status = 'active'
     ), tree AS (
       SELECT n.*, n.name AS full_name FROM named n WHERE n.parent_code IS NULL
       UNION ALL
       SELECT n.*, CASE WHEN t.code = 'CN' THEN n.name ELSE t.full_name || n.name END
         FROM named n JOIN tree t ON t.code = n.parent_code
     )
     SELECT t.*, EXISTS (SELECT FROM named c WHERE c.parent_code = t.code) AS has_children FROM tree t`,
    'ALTER TABLE floor_regions ADD PRIMARY KEY (code)',
    'CREATE INDEX ON floor_regions (parent_code)',
  ];
}
