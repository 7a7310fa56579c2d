import { readFileSync } from 'node:fs';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { suiteApi } from '../support/suite';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}
interface Media {
  readonly example?: object;
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** They name something that has to be made before: a picture, a category. */
const OF_SOMETHING_ELSE = ['createAdminArticle'];

const CREATING = Object.entries(paths).flatMap(([path, { post }]) => {
  const { operationId = '', requestBody } = post ?? {};
  const isOurs = /^(?:create|invite)Admin/.test(operationId) && !OF_SOMETHING_ELSE.includes(operationId);
  const { example } = requestBody?.content['application/json'] ?? {};
  return isOurs && example ? [{ operationId, path, example }] : [];
});

describe('The example of', () => {
  const api = suiteApi({ NODE_ENV: 'development' });
  let owner: AdminClient;
  beforeAll(async () => {
    owner = await asOwner(api);
  });

  it('each operation that creates is there', () => expect(CREATING.length).toBeGreaterThan(10));

  it.each(CREATING)('$operationId works on a fresh installation', async ({ path, example }) => {
    const url = path.replace('/admin-api/v1/', '').replace('{app_id}', api.appId);
    const { status, body } = await owner.post(url, example);
    expect(status < 300 || body).toBe(true);
  });
});
