import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { RegionDataset, RegionDiff } from '../domain/region';
import type { RegionRepository } from '../domain/region.repository';

/** An arbitrary fixed number for the lock that lets only one import at a time work on a database. */
const IMPORT_LOCK = 727_004;
const IMPORT_LIMIT_SECONDS = 120;

interface DiffRow {
  readonly added: string[];
  readonly renamed: string[];
  readonly moved: string[];
  readonly retired: string[];
  readonly unchanged: number;
}

const REMEMBER_DATASET = `
  INSERT INTO region_datasets (version, source) VALUES ($1, $2)
      ON CONFLICT (version) DO UPDATE SET source = excluded.source, imported_at = now()`;

/**
 * All parts see the regions as they were before. A region whose code vanished, while the same name appeared beside it
 * under another code, is succeeded by that one: towns are renumbered that way.
 */
const REPLACE_REGIONS = `
  WITH source AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(convert_from($1::bytea, 'UTF8')::jsonb) AS s(
      code text, "parentCode" text, level smallint, names jsonb, pinyin text, initials text, status text,
      "successorCodes" text[])
  ), compared AS MATERIALIZED (
    SELECT s.*,
           r.code IS NULL AS is_new,
           r.status = 'retired' AND s.status = 'active' AS is_back,
           r.status = 'active' AND s.status = 'retired' AS is_retired,
           r.names <> s.names AS is_renamed,
           (r.parent_code, r.level) IS DISTINCT FROM (s."parentCode", s.level) AS is_moved,
           (r.parent_code, r.level, r.names, r.pinyin, r.initials, r.status, r.successor_codes) IS DISTINCT FROM
             (s."parentCode", s.level, s.names, s.pinyin, s.initials, s.status, s."successorCodes") AS is_changed
      FROM source s LEFT JOIN regions r ON r.code = s.code
  ), inserted AS (
    INSERT INTO regions (code, parent_code, level, names, pinyin, initials, status, successor_codes, dataset_version)
    SELECT code, "parentCode", level, names, pinyin, initials, status, "successorCodes", $2 FROM compared WHERE is_new
  ), updated AS (
    UPDATE regions r
       SET parent_code = c."parentCode", level = c.level, names = c.names, pinyin = c.pinyin, initials = c.initials,
           status = c.status, successor_codes = c."successorCodes", dataset_version = $2,
           lock_version = r.lock_version + 1, updated_at = now()
      FROM compared c WHERE c.code = r.code AND NOT c.is_new AND c.is_changed
  ), vanished AS (
    UPDATE regions r
       SET status = 'retired', dataset_version = $2, lock_version = r.lock_version + 1, updated_at = now(),
           successor_codes = ARRAY(
             SELECT c.code FROM compared c
              WHERE c.is_new AND c.status = 'active' AND c."parentCode" = r.parent_code AND c.names = r.names
              ORDER BY c.code)
     WHERE r.status = 'active' AND NOT EXISTS (SELECT FROM source s WHERE s.code = r.code)
    RETURNING r.code
  )
  SELECT coalesce(array_agg(code ORDER BY code) FILTER (WHERE is_new OR is_back), '{}') AS added,
         coalesce(array_agg(code ORDER BY code) FILTER (WHERE is_renamed), '{}') AS renamed,
         coalesce(array_agg(code ORDER BY code) FILTER (WHERE NOT is_new AND is_moved), '{}') AS moved,
         coalesce(array_agg(code ORDER BY code) FILTER (WHERE is_retired), '{}')
           || ARRAY(SELECT code FROM vanished ORDER BY code) AS retired,
         (count(*) FILTER (WHERE NOT (is_new OR is_back OR is_retired OR is_renamed OR is_moved)))::integer AS unchanged
    FROM compared`;

@Injectable()
export class PostgresRegionRepository implements RegionRepository {
  constructor(private readonly database: Database) {}

  async hasImported(version: string): Promise<boolean> {
    return this.database.hasRows('SELECT FROM region_datasets WHERE version = $1', [version]);
  }

  async lockForImport(): Promise<void> {
    // An import takes longer than any request may, and so does waiting for another one.
    await this.database.extendLimits(IMPORT_LIMIT_SECONDS);
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  }

  async replaceWith({ version, source, regionsJson }: RegionDataset): Promise<RegionDiff> {
    await this.database.query(REMEMBER_DATASET, [version, source]);
    const [diff] = await this.database.query<DiffRow>(REPLACE_REGIONS, [regionsJson, version]);
    if (!diff) throw new Error('The import reported no outcome');
    return diff;
  }
}
