import { asOwner } from '../admin/support/admin';
import { aMember, clientOf, signIn } from '../mobile/support/journey';
import { startTestApi, type TestApi } from '../support/api';

describe('Two apis in one process', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it('look each into its own database for who asks', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    const admin = await asOwner(api);
    const another = await startTestApi();
    try {
      await clientOf(api).context(access_token).expect(200);
      await admin.get('apps').expect(200);
    } finally {
      await another.close();
    }
    await clientOf(api).context(access_token).expect(200);
    await admin.get('apps').expect(200);
  });
});
