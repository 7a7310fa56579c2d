import { randomUUID } from 'node:crypto';
import { anEmail, eventually, PASSWORD, type TestApi } from '../../support/api';
import { adminClient, type AdminClient, asOwner, signInAdmin } from './admin';

export interface OwnedTenant {
  readonly id: string;
  readonly code: string;
  readonly owner: { readonly email: string; readonly password: string; readonly client: AdminClient };
}

/** A tenant made by the platform's administrator, its owner signed in. */
export async function aTenant(api: TestApi): Promise<OwnedTenant> {
  const code = `t-${randomUUID().slice(0, 8)}`;
  const email = anEmail();
  const platform = await asOwner(api);
  const { body } = await platform
    .post('tenants', { code, name: `Tenant ${code}`, owner: { email, display_name: 'Owner' } })
    .expect(201);
  await acceptInvitation(api, email);
  const { access_token } = await signInAdmin(api, { email, password: PASSWORD, tenant: code });
  const owner = { email, password: PASSWORD, client: adminClient(api, access_token) };
  return { id: (body.data as { id: string }).id, code, owner };
}

/** The token of the newest link that was mailed to the address, once there are so many mails. */
export async function linkTokenSentTo(api: TestApi, email: string, mails = 1): Promise<string> {
  const [newest] = await eventually(async () => {
    const sent = await api.mailsTo(email);
    return sent.length >= mails && sent;
  });
  const token = /[?&]token=([\w.~-]+)/.exec(newest?.text ?? '')?.[1];
  if (!token) throw new Error(`No link in the mail to ${email}`);
  return token;
}

/** Chooses a password by the link of the invitation. */
export async function acceptInvitation(api: TestApi, email: string, password = PASSWORD): Promise<void> {
  const token = await linkTokenSentTo(api, email);
  await adminClient(api).post('auth/invitations/accept', { token, password }).expect(200);
}
