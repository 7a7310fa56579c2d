import { Sessions } from '@libs/iam';
import { PasswordHasher } from '../../../libs/iam/src/infrastructure/passwords/password-hasher';
import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { expectProblem } from '../../http/support/problem';
import { asOwner } from '../../admin/support/admin';
import { accountOf, aStepUpToken, codeAfter, passwordsOf, signedIn, type SignedInMember } from '../support/account';
import { deletionToken, lifeOf } from '../support/account-life';
import { aMember, clientOf, signIn } from '../support/journey';

const CHANGED = 'another long password';
const RESET = 'a third long password';

/** What happens between verifying a password and acting on it. */
describe('A member’s password that was verified', () => {
  let api: TestApi;
  /** The same with more expensive hashes. */
  let costly: TestApi;
  let member: SignedInMember;

  beforeAll(async () => {
    api = await startTestApi();
    costly = await startTestApi({ PASSWORD_BCRYPT_COST: '5' }, api.urls);
  });
  beforeEach(async () => {
    member = await signedIn(api, await aMember(api));
  });
  afterAll(async () => {
    await costly.close();
    await api.close();
  });

  const hasher = () => api.get(PasswordHasher);
  const resetCode = ({ email }: SignedInMember = member) =>
    codeAfter(api, email, () => passwordsOf(api).forgot(email).expect(202));
  const reset = (otp: string, new_password = RESET) =>
    passwordsOf(api).reset({ email: member.email, otp, new_password });
  const change = ({ account, password }: SignedInMember = member, new_password = CHANGED) =>
    account.changePassword({ current_password: password, new_password });
  const remove = async ({ userId }: SignedInMember) => (await asOwner(api)).delete(`users/${userId}`).expect(200);
  const hashOf = async ({ userId }: SignedInMember) => {
    const [row] = await queryAs<{ password_hash: string | null }>(
      api.urls.superuserUrl,
      'SELECT password_hash FROM users WHERE id = $1',
      [userId],
    );
    return row?.password_hash ?? null;
  };
  const inForce = async (...candidates: string[]) => {
    const found = [];
    for (const password of candidates) {
      const { status } = await clientOf(api).login({ email: member.email, password });
      if (status === 200) found.push(password);
    }
    return found;
  };

  it('does not overwrite, by a change, a reset that comes in between and has ended the session', async () => {
    const otp = await resetCode();
    afterNext(hasher(), 'verify', () => reset(otp).expect(200));
    expectProblem(await change(), 401, 'IAM.TOKEN.INVALID');
    expect(await inForce(member.password, CHANGED, RESET)).toEqual([RESET]);
  });

  it('does not overwrite a change of the same session', async () => {
    afterNext(hasher(), 'verify', () => change().expect(200));
    expectProblem(await change(member, RESET), 422, 'IAM.PASSWORD.CURRENT_INVALID');
    expect(await inForce(member.password, CHANGED, RESET)).toEqual([CHANGED]);
  });

  it('is not overwritten by a first one, of which two are set at once', async () => {
    await queryAs(
      api.urls.superuserUrl,
      'UPDATE users SET password_hash = NULL, password_changed_at = NULL WHERE id = $1',
      [member.userId],
    );
    const otp = await resetCode();
    const token = await aStepUpToken(api, member, { purpose: 'password_set', resource: member.userId });
    afterNext(hasher(), 'hash', () => reset(otp).expect(200));
    const first = member.account.changePassword({ new_password: CHANGED }, { 'X-Step-Up-Token': token });
    expectProblem(await first, 401, 'IAM.TOKEN.INVALID');
    expect(await inForce(CHANGED, RESET)).toEqual([RESET]);
  });

  it.each(['verify', 'hash'] as const)('gives none to a user deleted in between: %s', async (step) => {
    afterNext(hasher(), step, () => remove(member));
    expectProblem(await change(), 401, 'IAM.TOKEN.INVALID');
    expect(await hashOf(member)).toBeNull();
  });

  it('gives none by a code to a user deleted in between', async () => {
    const otp = await resetCode();
    afterNext(hasher(), 'hash', () => remove(member));
    expectProblem(await reset(otp), 422, 'IAM.OTP.INVALID');
    expect(await hashOf(member)).toBeNull();
  });

  it.each(['a reset', 'a change', 'a deletion'])('opens no session after %s', async (what) => {
    const otp = await resetCode();
    const meanwhile = { 'a reset': () => reset(otp), 'a change': () => change(), 'a deletion': () => remove(member) };
    afterNext(hasher(), 'verify', meanwhile[what as keyof typeof meanwhile]);
    const answer = await clientOf(api).login({ email: member.email, password: member.password });
    expectProblem(answer, 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
  });

  it('ends, when it is changed, the codes to reset it, and leaves those for something else', async () => {
    const otp = await resetCode();
    let challengeId = '';
    const stepUp = await codeAfter(api, member.email, async () => {
      const act = { purpose: 'data_export', resource: member.userId };
      const { body } = await member.account.askStepUp({ identifier_id: member.identifierId, ...act }).expect(202);
      challengeId = body.data.challenge_id as string;
    });
    await change().expect(200);
    expectProblem(await reset(otp), 422, 'IAM.OTP.INVALID');
    await member.account.verifyStepUp(challengeId, stepUp).expect(200);
    expect(await inForce(CHANGED, RESET)).toEqual([CHANGED]);
  });

  it('is not rehashed for a user deleted in between, or over a newer one', async () => {
    const login = () => clientOf(costly).login({ email: member.email, password: member.password });
    const otp = await resetCode();
    afterNext(costly.get(PasswordHasher), 'hash', () => reset(otp).expect(200));
    await login().expect(401);
    expect(await inForce(member.password, RESET)).toEqual([RESET]);
    member = await signedIn(api, await aMember(api));
    afterNext(costly.get(PasswordHasher), 'hash', () => remove(member));
    await login().expect(401);
    expect(await hashOf(member)).toBeNull();
  });

  it('invalidates step-ups when it is reset, even for a request already on its way', async () => {
    const [token, otp] = [await deletionToken(api, member), await resetCode()];
    afterNext(api.get(Sessions), 'findMember', () => reset(otp).expect(200));
    expectProblem(await lifeOf(api, member, token).delete(), 403, 'IAM.STEP_UP.REQUIRED');
    const asked = await queryAs(api.urls.superuserUrl, 'SELECT FROM account_deletions WHERE user_id = $1', [
      member.userId,
    ]);
    expect(asked).toEqual([]);
  });

  it('leaves no session of another App when it is reset, while that one is refreshed', async () => {
    const otp = await resetCode();
    const other = await signIn(api, member);
    const [answer, refreshed] = await Promise.all([reset(otp), clientOf(api).refresh(other.refresh_token)]);
    expect(answer.status).toBe(200);
    const pair = refreshed.status === 200 ? (refreshed.body.data as typeof other) : other;
    await clientOf(api).refresh(pair.refresh_token).expect(401);
    await accountOf(api, pair).changePassword({ current_password: RESET, new_password: CHANGED }).expect(401);
  });
});
