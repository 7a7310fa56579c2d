import type { Locator, Page } from 'playwright-core';
import type { AdminClient } from '../../admin/support/admin';
import type { DictionaryAnswer } from '../../admin/support/dictionaries';

export const BEFORE = { 'zh-CN': '订单状态', 'en-US': 'Order status' };

let codes = 0;

/** A dictionary of its own, named as above. @returns its id. */
export async function aDictionary(owner: AdminClient): Promise<string> {
  codes += 1;
  const input = { code: `status_${codes}`, name: BEFORE, scope: 'tenant', items: [] };
  const { body } = await owner.post('dictionaries', input).expect(201);
  return (body.data as DictionaryAnswer).id;
}

export async function nameOf(owner: AdminClient, id: string): Promise<DictionaryAnswer['name']> {
  const { body } = await owner.get(`dictionaries/${id}`).expect(200);
  return (body.data as DictionaryAnswer).name;
}

/** Where the form of a dictionary is sent. */
export function pathOf(id: string): string {
  return `/admin-api/v1/dictionaries/${id}`;
}

/** Its name, on the page. */
export function nameField(page: Page, language = 'English'): Locator {
  return page.getByRole('group', { name: 'Name' }).getByLabel(language);
}
