/** The events of a batch ($3), with their places in it, and the package types of their releases. */
export const FRESH = `
  SELECT e.*, r.package_type, batch.place
    FROM unnest($3::uuid[]) WITH ORDINALITY AS batch (event_id, place)
    JOIN release_reports e ON e.tenant_id = $1 AND e.app_id = $2 AND e.event_id = batch.event_id
    JOIN releases r ON r.tenant_id = e.tenant_id AND r.id = e.release_id`;

/**
 * A part of a statement: which release the device has by each of these events, and since when: -infinity for those that
 * say nothing of it. By statuses after which it has one ($4), or none ($5).
 */
export const TOLD = `told AS (
    SELECT package_type, installation_id, platform, occurred_at, place,
           CASE WHEN status = ANY ($4) THEN release_id END AS release_id,
           CASE WHEN status = ANY ($4) OR status = ANY ($5) THEN occurred_at ELSE '-infinity' END AS changed_at
      FROM (${FRESH}) fresh
  )`;
