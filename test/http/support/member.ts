import { aDeviceKey, anEmail, eventually, PASSWORD, type TestApi } from '../../support/api';

export interface SignedIn {
  readonly email: string;
  readonly deviceKey: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The headers of a request of this member. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Registers, verifies and signs in a new member of the App, the way an App does. */
export async function aMember(api: TestApi, appId = api.appId): Promise<SignedIn> {
  const email = anEmail();
  const deviceKey = aDeviceKey();
  const app = { 'X-AppID': appId };
  await api.http.post('/api/v1/auth/register').set(app).send({ email, password: PASSWORD }).expect(202);
  const otp = await eventually(async () => (await api.mailsTo(email))[0]?.code);
  await api.http.post('/api/v1/auth/registration/verify-email').set(app).send({ email, otp }).expect(200);
  const { body } = await api.http
    .post('/api/v1/auth/login/password')
    .set({ ...app, 'X-AK-Device-Key': deviceKey })
    .send({ email, password: PASSWORD })
    .expect(200);
  const { access_token: accessToken, refresh_token: refreshToken } = body.data as Record<string, string>;
  return {
    email,
    deviceKey,
    accessToken: accessToken ?? '',
    refreshToken: refreshToken ?? '',
    headers: { ...app, Authorization: `Bearer ${accessToken}` },
  };
}
