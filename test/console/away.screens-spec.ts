import { type AdminClient, asOwner, BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { suiteConsole } from './support/console';
import { aDictionary, BEFORE, nameField, nameOf } from './support/dictionaries';

const TYPED = 'What took an hour to write';

describeInBrowser('Whoever has been away from the console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let owner: AdminClient;

  beforeAll(async () => {
    owner = await asOwner(api);
  });

  it('is asked for the password after half an hour, above what was typed', async () => {
    const id = await aDictionary(owner);
    const visitor = await suite.arrive();
    const { page } = visitor;
    await page.clock.install();
    await visitor.comeIn(BOOTSTRAP);
    await visitor.goTo(`dictionaries/${id}`);
    await nameField(page).fill(TYPED);
    const question = page.getByRole('dialog', { name: 'Sign in again' });
    await page.clock.fastForward('25:00');
    await visitor.settled();
    expect(await question.count()).toBe(0);
    const left = page.waitForResponse((answer) => answer.url().endsWith('/console/session/logout'));
    await page.clock.fastForward('06:00');
    await question.getByText(/^You were away for half an hour/).waitFor();
    expect((await left).status()).toBe(200);
    // Nothing of the page can be read meanwhile, and none of it is gone.
    const behind = `(() => {
      const { backgroundColor } = getComputedStyle(document.querySelector('dialog[open]'), '::backdrop');
      return backgroundColor;
    })()`;
    expect(await page.evaluate<string>(behind)).toMatch(/^rgb\(/);
    await visitor.fillIn(BOOTSTRAP);
    await question.waitFor({ state: 'detached' });
    await visitor.settled();
    expect(await nameField(page).inputValue()).toBe(TYPED);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).status()).toBe(200);
    await visitor.settled();
    expect(await nameOf(owner, id)).toEqual({ ...BEFORE, 'en-US': TYPED });
  });

  it('learns of a new version, which waits until what was typed is saved', async () => {
    const id = await aDictionary(owner);
    const visitor = await suite.signedIn(BOOTSTRAP);
    const { page } = visitor;
    await visitor.goTo(`dictionaries/${id}`);
    await nameField(page).fill(TYPED);
    await page.evaluate('window.stays = true');
    await page.route('**/console/env.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), version: '99.0.0' } });
    });
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.getByText('A new version of the console is available.').waitFor();
    // A part that the server no longer has does not take the page with it, either.
    await page.evaluate(`dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`);
    expect(await page.evaluate('window.stays')).toBe(true);
    expect(await nameField(page).inputValue()).toBe(TYPED);
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload', exact: true }).click()]);
    await visitor.settled();
    expect(await page.evaluate('window.stays')).toBeUndefined();
    expect(await nameField(page).inputValue()).toBe(BEFORE['en-US']);
  });
});
