import { globSync, readFileSync } from 'node:fs';

const PICKER = 'One row is picked for the field that it belongs to.';
const RECORDED = 'It tells what has happened, and nobody may change that.';

/** Lists whose rows nothing is done to together, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'parts/FilePicker.vue': PICKER,
  'parts/MemberPicker.vue': PICKER,
  'screens/audit/AuditList.vue': RECORDED,
  'screens/legal/LegalList.vue':
    'Members have to accept what is published: each document is read and compared before, by itself.',
  'screens/onboarding/Revisions.vue': 'Revisions never change, and one of them is restored.',
  'screens/organization/UserField.vue': PICKER,
  'screens/security/EventList.vue': RECORDED,
  'screens/security/LoginList.vue': RECORDED,
};

describe('The lists of the console', () => {
  it('do to many rows at once what can be done to each, or there is a reason', () => {
    const root = 'apps/console/src/';
    const lists = globSync(`${root}**/*.vue`).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/<RecordList\s([^>]|=>)*>/g)].map(([tag]) => ({
        path: path.slice(root.length),
        isBulk: /\s:bulk\b/.test(tag),
      })),
    );
    expect(lists.length).toBeGreaterThan(25);
    const without = lists.filter(({ isBulk }) => !isBulk).map(({ path }) => path);
    expect(without.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });
});
