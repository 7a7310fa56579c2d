import { newId } from '@libs/kernel';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';

describe('A revision of an onboarding', () => {
  const test = suiteDatabase();

  beforeAll(async () => {
    await queryAs(
      test.superuserUrl,
      `INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides)
       SELECT tenant_id, id, 1, true, '[]' FROM apps`,
    );
  });

  it.each([
    'UPDATE app_onboarding_revisions SET enabled = false',
    'DELETE FROM app_onboarding_revisions',
    'TRUNCATE app_onboarding_revisions',
  ])('is never changed, not even by the superuser: %s', async (statement) => {
    await expect(queryAs(test.superuserUrl, statement)).rejects.toThrow('A published revision never changes');
  });

  it('can be read and added by the application, and nothing else', async () => {
    const rows = await queryAs(
      test.superuserUrl,
      `SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
        WHERE has_table_privilege('appkernel_app', 'app_onboarding_revisions', privilege)`,
    );
    expect(rows.map(({ privilege }) => privilege as string).sort()).toEqual(['INSERT', 'SELECT']);
  });

  it('has a unique version within its App', async () => {
    const [app] = await queryAs<{ tenant_id: string; id: string }>(test.superuserUrl, 'SELECT tenant_id, id FROM apps');
    const add = (id: string) =>
      queryAs(
        test.superuserUrl,
        `INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides) VALUES ($1, $2, 1, true, '[]')`,
        [app!.tenant_id, id],
      );
    await expect(add(app!.id)).rejects.toThrow(/duplicate key/);
    await expect(add(newId())).rejects.toThrow(/foreign key/);
  });
});
