import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/**
 * Besides the current release, a pointer stores the last one that every client got, rather than merely the previous
 * one. `replaced_release_id` is kept equal to it for programs of the previous version, until a later migration drops
 * it.
 */
export class ReleaseFallbacks1763712000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE release_pointers ADD COLUMN fallback_release_id uuid',
      `ALTER TABLE release_pointers ADD CONSTRAINT release_pointers_fallback_fkey
         FOREIGN KEY (tenant_id, fallback_release_id) REFERENCES releases (tenant_id, id) NOT VALID`,
      `SELECT set_config('app.system', 'on', true)`,
      `UPDATE release_pointers p SET fallback_release_id = r.id FROM releases r
        WHERE r.tenant_id = p.tenant_id AND r.id = p.replaced_release_id
          AND r.rollout_percent >= 100 AND NOT r.rollout_paused`,
      `SELECT set_config('app.system', '', true)`,
      'ALTER TABLE release_pointers VALIDATE CONSTRAINT release_pointers_fallback_fkey',
      'CREATE INDEX release_pointers_fallback ON release_pointers (tenant_id, fallback_release_id)',

      // A program of the previous version does not know fallbacks: it writes the release that it replaces.
      `CREATE FUNCTION keep_release_fallback() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF NEW.replaced_release_id = OLD.release_id AND NEW.release_id <> OLD.release_id
            AND NEW.fallback_release_id IS NOT DISTINCT FROM OLD.fallback_release_id THEN
           NEW.fallback_release_id := nullif(
             CASE WHEN EXISTS (SELECT FROM releases r WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.release_id
                                  AND r.rollout_percent >= 100 AND NOT r.rollout_paused)
                  THEN OLD.release_id ELSE OLD.fallback_release_id END, NEW.release_id);
         END IF;
         RETURN NEW;
       END $$`,
      `CREATE TRIGGER release_pointers_fallback BEFORE UPDATE ON release_pointers
         FOR EACH ROW EXECUTE FUNCTION keep_release_fallback()`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TRIGGER release_pointers_fallback ON release_pointers',
      'DROP FUNCTION keep_release_fallback()',
      'ALTER TABLE release_pointers DROP COLUMN fallback_release_id',
    ]);
  }
}
