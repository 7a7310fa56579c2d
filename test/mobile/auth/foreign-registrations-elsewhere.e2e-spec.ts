import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, anEmail } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { clientOf, outboxSettled } from '../support/journey';
import { FOREIGN, from, OWN, registrationsOf } from '../support/registrations';
import { later } from '../../support/time-travel';

describe('An address that several people register at two Apps of a tenant', () => {
  const api = suiteApi();
  const registrations = registrationsOf(api);
  let elsewhere: string;

  beforeAll(async () => {
    elsewhere = (await aManagedApp(await asOwner(api))).id;
  });

  const registerThere = async (email: string, password: string, headers: Readonly<Record<string, string>> = {}) => {
    await clientOf(api, elsewhere).register({ email, password, display_name: 'Stranger' }, headers).expect(202);
    await outboxSettled(api);
  };

  it('keeps the existing password, with any key', async () => {
    const email = anEmail();
    await registrations.register(email, OWN);
    await registrations.confirm(email);
    const key = aDeviceKey();
    await registerThere(email, FOREIGN, from(key));
    const [newest] = await api.mailsTo(email);
    await clientOf(api, elsewhere)
      .verifyEmail(email, newest?.code ?? '', from(key))
      .expect(200);
    await registrations.expectPassword(email, OWN);
  });

  it('sets no password if the account has none: a registration code does not permit that', async () => {
    const email = anEmail();
    await registrations.register(email, OWN);
    await registrations.register(email, FOREIGN);
    await registrations.confirm(email);
    await registerThere(email, FOREIGN);
    const [newest] = await api.mailsTo(email);
    await clientOf(api, elsewhere)
      .verifyEmail(email, newest?.code ?? '')
      .expect(200);
    await registrations.expectPassword(email, null);
    expect(
      await registrations.sql(
        `SELECT u.display_name FROM users u JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1`,
        email,
      ),
    ).toEqual([{ display_name: null }]);
  });

  it('is confirmed there by its own requests, whatever is pending here', async () => {
    const email = anEmail();
    await registrations.register(email, FOREIGN);
    await registerThere(email, OWN);
    const [newest] = await api.mailsTo(email);
    await clientOf(api, elsewhere)
      .verifyEmail(email, newest?.code ?? '')
      .expect(200);
    await later(api, '61 seconds');
    await registrations.resend(email);
    await registrations.confirm(email);
    const there = await clientOf(api, elsewhere).login({ email, password: OWN });
    expect(there.status).toBe(200);
    await registrations.expectPassword(email, OWN);
  });
});
