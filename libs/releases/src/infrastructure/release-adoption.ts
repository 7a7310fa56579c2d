import { TOLD } from './reports-of-batch';

const DEVICE_KEY = 'tenant_id = $1 AND app_id = $2 AND installation_id = $7';

/**
 * From the events of a batch it derives the days of the device, and counts it on each day with the release it had at its
 * end, or no longer, for so many days after it ($6). However late and in whatever order reports arrive, each day has the
 * counts that it would have if they had arrived in time. Days beyond the reach of late reports are deleted, except for
 * the last of them, which records what the device had from then on.
 *
 * `known_days`: what was known of the device. `told_days`: what it says. `device_days`: what is known now; `kept_days`
 * and `let_go` write that down. `stays`: from when until when the device had a release, once as known now, and once, to
 * be taken back, as known before.
 *
 * If a device has a release but no day records it, it reported to a process of the previous version, which counted no
 * days, during a rolling update: that is made up for here.
 */
export const COUNT_ADOPTION = `
  WITH ${TOLD}, known_days AS MATERIALIZED (
    SELECT package_type, day, platform, release_id, changed_at FROM release_device_days
     WHERE ${DEVICE_KEY} AND package_type = ANY (ARRAY(SELECT package_type FROM told))
  ), told_days AS (
    SELECT package_type, (least(occurred_at, now()) AT TIME ZONE 'UTC')::date AS day, platform, release_id, changed_at,
           place
      FROM told
     UNION ALL
    SELECT package_type, (least(changed_at, last_reported_at) AT TIME ZONE 'UTC')::date, platform, release_id, changed_at,
           0
      FROM release_devices d
     WHERE ${DEVICE_KEY} AND package_type = ANY (ARRAY(SELECT package_type FROM told))
       AND isfinite(changed_at) AND changed_at > now() - make_interval(days => $6)
       AND NOT EXISTS (SELECT FROM known_days k WHERE k.package_type = d.package_type AND k.changed_at >= d.changed_at)
  ), device_days AS MATERIALIZED (
    SELECT DISTINCT ON (package_type, days.day) package_type, days.day, had.platform, had.release_id, had.changed_at
      FROM (SELECT package_type, day FROM known_days UNION SELECT package_type, day FROM told_days) days
      JOIN (SELECT *, 0 AS place FROM known_days UNION ALL SELECT * FROM told_days) had USING (package_type)
     WHERE had.day <= days.day
     ORDER BY package_type, days.day, had.changed_at DESC, had.place DESC, had.day DESC
  ), kept_days AS (
    INSERT INTO release_device_days (tenant_id, app_id, installation_id, package_type, day, platform, release_id,
                                     changed_at)
    SELECT $1, $2, $7, changed.* FROM (SELECT * FROM device_days EXCEPT SELECT * FROM known_days) changed
    ON CONFLICT (tenant_id, app_id, installation_id, package_type, day) DO UPDATE
      SET platform = excluded.platform, release_id = excluded.release_id, changed_at = excluded.changed_at
  ), let_go AS (
    DELETE FROM release_device_days d
     USING (SELECT package_type, max(day) AS day FROM known_days
             WHERE day < (now() AT TIME ZONE 'UTC')::date - ($6 + 1) GROUP BY package_type) last
     WHERE ${DEVICE_KEY} AND d.package_type = last.package_type AND d.day < last.day
  ), stays AS (
    SELECT *, lead(day) OVER (PARTITION BY package_type ORDER BY day) AS next_day, 1 AS sign FROM device_days
     UNION ALL
    SELECT *, lead(day) OVER (PARTITION BY package_type ORDER BY day), -1 FROM known_days
  )
  INSERT INTO release_adoption_days AS a (tenant_id, app_id, package_type, platform, release_id, day, slot, change)
  SELECT $1, $2, package_type, platform, counted.release_id, moved.day, $8, sum(sign * moved.change)
    FROM stays,
         unnest(CASE WHEN stays.release_id IS NULL THEN ARRAY[NULL::uuid] ELSE ARRAY[NULL, stays.release_id] END)
           AS counted (release_id),
         LATERAL (VALUES (stays.day, 1), (least(next_day, stays.day + $6 + 1), -1)) AS moved (day, change)
   GROUP BY package_type, platform, counted.release_id, moved.day
  HAVING sum(sign * moved.change) <> 0
   ORDER BY package_type, platform, counted.release_id, moved.day
  ON CONFLICT (tenant_id, app_id, package_type, platform, release_id, day, slot) DO UPDATE
    SET change = a.change + excluded.change`;

const OF_RELEASE = `a.tenant_id = r.tenant_id AND a.app_id = r.app_id AND a.package_type = r.package_type
               AND a.platform = ANY (r.target_platforms)`;

/**
 * The devices on each day in `days` (`platform`, `day`), and how many of them had the release, of an App and a package
 * type. Requires `r`, the release.
 */
export const ADOPTION_ON_DAYS = `
  SELECT * FROM (
    SELECT platform, day, sum(sum(devices)) OVER until_day AS devices, sum(sum(adopted)) OVER until_day AS adopted
      FROM (SELECT platform, day, 0 AS devices, 0 AS adopted FROM days
             UNION ALL
            SELECT a.platform, a.day, a.change, 0 FROM r JOIN release_adoption_days a ON ${OF_RELEASE} AND a.release_id IS NULL
             UNION ALL
            SELECT a.platform, a.day, 0, a.change FROM r JOIN release_adoption_days a ON ${OF_RELEASE} AND a.release_id = r.id
           ) changes
     GROUP BY platform, day
    WINDOW until_day AS (PARTITION BY platform ORDER BY day)
  ) counted JOIN days USING (platform, day)`;
