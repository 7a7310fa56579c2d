import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { clientOf, outboxSettled } from './journey';

export const OWN = 'the password of the owner';
export const FOREIGN = 'the password of a stranger';

export type Registrations = ReturnType<typeof registrationsOf>;
type Headers = Readonly<Record<string, string>>;

/** What the owner of an address and strangers do with it at the default App. */
export function registrationsOf(api: TestApi) {
  const sql = <Row extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const register = async (email: string, password: string, headers: Headers = {}, details: object = {}) => {
    await clientOf(api)
      .register({ email, password, ...details }, headers)
      .expect(202);
    await outboxSettled(api);
  };
  const resend = async (email: string, headers: Headers = {}) => {
    await clientOf(api).resendCode(email, headers).expect(202);
    await outboxSettled(api);
  };
  /** The owner types in the newest code that came. */
  const confirm = async (email: string, headers: Headers = {}) => {
    const [newest] = await api.mailsTo(email);
    const { body } = await clientOf(api)
      .verifyEmail(email, newest?.code ?? '', headers)
      .expect(200);
    expect(body).toEqual({ data: { success: true } });
  };
  const opens = async (email: string, password: string) => {
    const { status, body } = await clientOf(api).login({ email, password });
    return status === 200 ? 'open' : (body as { code: string }).code;
  };
  const expectPassword = async (email: string, password: typeof OWN | typeof FOREIGN | null) => {
    const given = [await opens(email, OWN), await opens(email, FOREIGN)];
    const refused = 'IAM.LOGIN.INVALID_CREDENTIALS';
    expect(given).toEqual([OWN, FOREIGN].map((one) => (one === password ? 'open' : refused)));
    expect(await sql('SELECT FROM otp_requests WHERE recipient = $1 AND password_hash IS NOT NULL', email)).toEqual([]);
  };

  return { sql, register, resend, confirm, expectPassword };
}

/** The headers of an installation. */
export function from(deviceKey: string): Headers {
  return { 'X-AK-Device-Key': deviceKey };
}
