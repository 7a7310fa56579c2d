import { newId } from '@libs/kernel';
import { asOwner } from '../admin/support/admin';
import { aMember, clientOf, signIn } from '../mobile/support/journey';
import { apiClients, serviceClient, tokenOf } from '../service/support/clients';
import { startTestApi } from '../support/api';
import { suiteApi } from '../support/suite';

describe('Two apis in one process', () => {
  const api = suiteApi();

  it('look each into its own database for who asks', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    const admin = await asOwner(api);
    const service = serviceClient(api, await tokenOf(api, await apiClients(admin).create()));
    const expectKnown = async () => {
      await clientOf(api).context(access_token).expect(200);
      await admin.get('apps').expect(200);
      await service.get(`notifications/${newId()}`).expect(404);
    };
    const another = await startTestApi();
    try {
      await expectKnown();
    } finally {
      await another.close();
    }
    await expectKnown();
  });
});
