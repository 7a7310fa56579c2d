import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** What JavaScript's `trim` takes off. */
const BLANKS =
  String.raw`E'\t\n\x0B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F` +
  String.raw`\u205F\u3000\uFEFF'`;

/**
 * The order of version names for statements about many devices: that of releases, which the program compares by
 * `compareVersionNames`. A suite compares the two.
 */
const COMPARE_VERSION_NAMES = `
  CREATE FUNCTION compare_version_names(a text, b text) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    parts_a text[] := string_to_array(split_part(btrim(a, ${BLANKS}), '+', 1), '.');
    parts_b text[] := string_to_array(split_part(btrim(b, ${BLANKS}), '+', 1), '.');
    part_a text; part_b text; suffix_a text; suffix_b text; number_a text; number_b text;
  BEGIN
    FOR place IN 1 .. greatest(cardinality(parts_a), cardinality(parts_b)) LOOP
      part_a := coalesce(parts_a[place], '');
      part_b := coalesce(parts_b[place], '');
      CONTINUE WHEN part_a = part_b;
      suffix_a := ltrim(part_a, '0123456789');
      suffix_b := ltrim(part_b, '0123456789');
      number_a := ltrim(left(part_a, length(part_a) - length(suffix_a)), '0');
      number_b := ltrim(left(part_b, length(part_b) - length(suffix_b)), '0');
      -- As text, because a number may have any length.
      IF number_a <> number_b THEN
        IF length(number_a) <> length(number_b) THEN RETURN sign(length(number_a) - length(number_b)); END IF;
        RETURN CASE WHEN number_a COLLATE "C" < number_b COLLATE "C" THEN -1 ELSE 1 END;
      END IF;
      CONTINUE WHEN suffix_a = suffix_b;
      -- A text after the number marks an earlier version.
      IF suffix_a = '' THEN RETURN 1; END IF;
      IF suffix_b = '' THEN RETURN -1; END IF;
      RETURN CASE WHEN suffix_a COLLATE "C" < suffix_b COLLATE "C" THEN -1 ELSE 1 END;
    END LOOP;
    RETURN 0;
  END $$`;

/** What audiences are chosen by: versions of Apps, and regions with all that lies below them. */
export class AudienceFilters1763712000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      COMPARE_VERSION_NAMES,
      // Of a few thousand rows that change once a year: it is there in milliseconds.
      'CREATE INDEX regions_parent ON regions (parent_code)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP INDEX regions_parent', 'DROP FUNCTION compare_version_names']);
  }
}
