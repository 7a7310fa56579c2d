import type { Locator, Page } from 'playwright-core';
import { BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { aPicture } from '../support/images';
import { suiteConsole, type Visitor } from './support/console';

describeInBrowser('What is empty', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    visitor = await suite.signedIn(BOOTSTRAP);
    page = visitor.page;
  });

  const main = () => page.locator('#content');
  const button = (name: string, within: Locator = main()) => within.getByRole('button', { name, exact: true });
  const of = (screen: string) => `apps/${api.appId}/${screen}`;

  it.each([
    ['files', () => 'files', 'Upload the first file', 'POST .*/files'],
    ['dictionaries', () => 'dictionaries', 'New dictionary', 'POST .*/dictionaries'],
    ['API clients', () => 'api-clients', 'New API client', 'POST .*/api-clients'],
    ['webhooks', () => 'webhooks', 'New endpoint', 'POST .*/webhooks/endpoints'],
    ['departments', () => 'organization', 'New department', 'POST .*/organization/units'],
    ['settings', () => 'settings', 'New setting', 'POST .*/settings'],
    ['releases', () => of('releases'), 'Upload the first package', 'POST .*/mobile/releases'],
    ['categories', () => of('categories'), 'New category', 'POST .*/content/categories'],
    ['articles', () => of('articles'), 'New article', 'POST .*/content/articles'],
    ['notices', () => of('notices'), 'New notice', 'POST .*/notices'],
    ['messages', () => of('messages'), 'New message', 'POST .*/messages'],
    ['versions', () => of('onboarding?tab=revisions'), 'Make the first version', 'POST .*/onboarding/publish'],
  ])('begins with its first step, by a button and by curl: %s', async (_name, path, act, call) => {
    await visitor.goTo(path());
    const empty = main().locator('.empty-state');
    await button(act, empty).waitFor();
    expect(await empty.locator('pre').innerText()).toMatch(new RegExp(`curl -X ${call}`));
  });

  it('leads from the versions of an onboarding to its first picture', async () => {
    await visitor.goTo(of('onboarding?tab=revisions'));
    await button('Make the first version').click();
    await main().locator('input[type="file"]:focus').waitFor();
  });

  it('shows the first draft of what every App has, by curl', async () => {
    await visitor.goTo(of('legal/privacy-policy'));
    await page.getByText('The first draft by curl').click();
    expect(await main().locator('pre').innerText()).toContain('/content/legal/privacy-policy/draft');
  });

  it('takes files by its button and wherever they are dropped, each once', async () => {
    await visitor.goTo('files');
    const chooser = page.waitForEvent('filechooser');
    await button('Upload the first file').click();
    expect((await chooser).isMultiple()).toBe(true);
    const dataTransfer = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(${JSON.stringify([...(await aPicture())])});
      dropped.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      return dropped;
    })()`);
    const uploads: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && uploads.push(request.url()));
    for (const place of ['.empty-state', '.upload-zone']) {
      const answer = page.waitForResponse((each) => each.request().method() === 'POST');
      await main().locator(place).dispatchEvent('drop', { dataTransfer });
      expect((await answer).status()).toBe(201);
      await visitor.settled();
    }
    expect(uploads).toHaveLength(2);
    await main().getByRole('link', { name: 'dropped.png' }).first().click();
    await visitor.arrived('dropped.png');
    await page.getByText('Passed the built-in checks; no malware scanner is configured.').waitFor();
  });
});
