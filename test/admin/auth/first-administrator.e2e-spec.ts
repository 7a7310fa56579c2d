import { Seed } from '../../../apps/api/src/seed/seed';
import { anEmail, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { asOwner, signInAdmin } from '../support/admin';
import { acceptInvitation, linkTokenSentTo } from '../support/tenants';

describe('The first administrator, as a start in development introduces it', () => {
  const email = anEmail();
  let api: TestApi;
  let started: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
    started = await startTestApi({ NODE_ENV: 'development', BOOTSTRAP_ADMIN_EMAIL: email }, api.urls);
  });
  afterAll(async () => {
    await started.close();
    await api.close();
  });

  it('is never an invited user: an invited user has chosen the password, used or not', async () => {
    const owner = await asOwner(api);
    await owner.post('users', { email, display_name: 'Lin', roles: ['owner'] }).expect(201);
    await linkTokenSentTo(api, email);
    expect((await started.get(Seed).introduce())?.admin).toBeNull();
    await acceptInvitation(api, email);
    expect((await started.get(Seed).introduce())?.admin).toBeNull();
    await signInAdmin(api, { email, password: PASSWORD });
  });
});
