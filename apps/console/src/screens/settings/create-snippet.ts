import { adminSnippet } from '../../frame/snippets';

/** The first setting, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminSetting', {
    body: {
      ...{ key: 'company.support_phone', value: '+86 571 8888 8888', value_type: 'string', scope: 'tenant' },
      description: 'Shown under “Contact us”',
    },
  });
}
