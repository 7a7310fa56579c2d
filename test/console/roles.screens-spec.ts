import { anAdmin, asOwner } from '../admin/support/admin';
import { describeInBrowser } from '../support/browser';
import { committedDocument } from '../support/openapi';
import { suiteConsole, type Visitor } from './support/console';
import { placesOf } from './support/records';
import { MENU, screenNamed, SCREENS, type ScreenRow, textOf } from './support/screens';

const ROLES = ['owner', 'admin', 'release_manager', 'content_editor', 'notification_operator', 'auditor'];

/** What each operation wants, by its id; absent where it wants nothing. */
const permissions = new Map(
  Object.values(committedDocument().paths)
    .flatMap((path) => Object.values(path as Record<string, { operationId?: string; 'x-permission'?: string }>))
    .map(({ operationId, 'x-permission': permission }) => [operationId, permission]),
);

/** What has to be held for a screen; null for nothing. */
function wantedBy({ operation }: ScreenRow): string | null {
  if (operation === null) return null;
  if (!permissions.has(operation)) throw new Error(`No operation is ${operation}`);
  return permissions.get(operation) ?? null;
}

describeInBrowser('The console', () => {
  const suite = suiteConsole();
  const { api } = suite;
  let visitor: Visitor | undefined;
  let places: ReadonlyMap<string, string>;
  /** Of the built-in roles, as the API has them. */
  let held: ReadonlyMap<string, ReadonlySet<string>>;

  beforeAll(async () => {
    places = await placesOf(api);
    const { body } = await (await asOwner(api)).get('roles?page_size=100').expect(200);
    const { items } = body.data as { items: { code: string; permissions: string[] }[] };
    held = new Map(items.map(({ code, permissions: all }) => [code, new Set(all)]));
  });

  it.each(ROLES)('shows %s what that role may do, and asks for nothing else', async (role) => {
    const own = held.get(role)!;
    const may = (row: ScreenRow) => {
      const wanted = wantedBy(row);
      return wanted === null || own.has(wanted);
    };
    const admin = await anAdmin(api, [role]);
    // In one page, as where people share a browser: what the one before might do is forgotten.
    if (visitor) {
      await visitor.signOut();
      await visitor.fillIn(admin);
      await visitor.page.locator('#content').waitFor();
      await visitor.goTo('');
    }
    visitor ??= await suite.signedIn(admin);
    const { page } = visitor;
    const menu = page.getByRole('navigation', { name: textOf('frame', 'en-US', 'menu_label') }).getByRole('link');
    // The menu of an App is that of one which the role may see.
    const shown = MENU.filter(
      ({ group, route }) => may(screenNamed(route)) && (group !== 'app' || own.has('apps.read')),
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(await menu.allInnerTexts()).toEqual(shown.map(({ key }) => textOf('frame', 'en-US', 'menu', key)));
    for (const [place, { route }] of shown.entries()) {
      await menu.nth(place).click();
      await page.waitForURL(`${api.url}/console/${places.get(route)}`);
      await visitor.settled();
      expect(await menu.nth(place).getAttribute('aria-current')).toBe('page');
    }
    // The frame decides by the same table for all of them: one that is refused shows how.
    const others = SCREENS.filter(({ name }) => !MENU.some(({ route }) => route === name));
    const refused = SCREENS.find((row) => !may(row));
    for (const row of [...others.filter(may), ...(refused ? [refused] : [])]) {
      await visitor.goTo(places.get(row.name)!);
      const denied = await page.getByRole('heading', { name: textOf('frame', 'en-US', 'denied', 'title') }).count();
      expect({ screen: row.name, denied }).toEqual({ screen: row.name, denied: may(row) ? 0 : 1 });
      if (!may(row)) await page.locator('main code').getByText(wantedBy(row)!, { exact: true }).waitFor();
      visitor.expectClean();
    }
  });
});
