import type { Page } from 'playwright-core';
import { BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { zip } from '../support/zip';
import { suiteConsole, type Visitor } from './support/console';

describeInBrowser('What a form of the console says of what it was given', () => {
  const suite = suiteConsole();
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
    await visitor.goTo(`apps/${suite.api.appId}/releases/new`);
  });

  const main = () => page.locator('#content');
  const button = (name: string) => main().getByRole('button', { name, exact: true });

  it('a package without a version is told, and replaced', async () => {
    const file = {
      ...{ name: 'shop.apk', mimeType: 'application/vnd.android.package-archive' },
      buffer: zip([{ name: 'AndroidManifest.xml', content: '' }]),
    };
    await main().locator('input[type="file"]').setInputFiles(file);
    await main().getByText('Its version could not be read from it: fill it in below.').waitFor();
    await button('Package: Replace').click();
    await main().getByText('Its version is taken over if it can be read from it.').waitFor();
  });

  it('a refusal stands at each field, and goes as that is corrected', async () => {
    await main().getByLabel('Address elsewhere').fill('https://store.example.com/shop');
    const version = main().getByLabel(/^Version (?:name|code)/);
    await version.first().fill('1.0.0');
    await version.last().fill('100');
    await button('Create').click();
    const refusal = main().getByText('Some fields are not valid. Correct them, then try again.');
    await refusal.waitFor();
    expect(visitor.takeFaults()).toEqual([`422 POST /admin-api/v1/apps/${suite.api.appId}/mobile/releases`]);
    const missing = main().getByText('This field is required.');
    expect(await missing.count()).toBe(2);
    await main().getByRole('group', { name: 'Title' }).getByRole('textbox').first().fill('Opening');
    await visitor.settled();
    expect(await missing.count()).toBe(1);
    await main().getByRole('group', { name: 'What is new' }).getByRole('textbox').fill('We are open.');
    await refusal.waitFor({ state: 'detached' });
    expect(await missing.count()).toBe(0);
  });
});
