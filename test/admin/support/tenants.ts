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

/** The links with a token that were mailed to the address, newest first. */
export async function linksSentTo(api: TestApi, email: string): Promise<URL[]> {
  const mails = await api.mailsTo(email);
  return mails.flatMap(({ text }) => text.match(/https?:\S+[?&]token=\S+/)?.map((link) => new URL(link)) ?? []);
}

/** The newest of them, once there are so many: other mails may come in between. */
export async function linkSentTo(api: TestApi, email: string, links = 1): Promise<URL> {
  const [newest] = await eventually(async () => {
    const sent = await linksSentTo(api, email);
    return sent.length >= links && sent;
  });
  return newest!;
}

export async function linkTokenSentTo(api: TestApi, email: string, links = 1): Promise<string> {
  return (await linkSentTo(api, email, links)).searchParams.get('token')!;
}

/** Chooses a password by the link of the invitation. */
export async function acceptInvitation(api: TestApi, email: string, password = PASSWORD): Promise<void> {
  const token = await linkTokenSentTo(api, email);
  await adminClient(api).post('auth/invitations/accept', { token, password }).expect(200);
}
