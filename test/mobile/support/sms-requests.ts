import { expectProblem } from '../../http/support/problem';
import { aDeviceKey, type TestApi } from '../../support/api';
import { aMobile } from './captcha';
import { additionToken, forgetStepUpClocks, signedIn } from './account';
import { outboxSettled } from './journey';
import { aMemberWithMobile, aProof, type Caller, outboxSize, type Proof, type Scene, smsClient } from './sms';

export const HERE = { 'X-Forwarded-For': '203.0.113.7' };

/** A request for a code: its content and its origin. */
export interface SmsRequest {
  readonly scene: Scene;
  readonly fields: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** Requests for codes to an api that trusts one hop. */
export function smsRequests(api: TestApi) {
  const proofFor = ({ scene, fields, caller }: SmsRequest) => aProof(api, { scene, ...fields }, caller);
  const send = ({ scene, fields, caller }: SmsRequest, captcha?: unknown) =>
    smsClient(api, caller).send(scene, fields, captcha);
  const sendsNothing = async (act: () => Promise<unknown>) => {
    await outboxSettled(api);
    const before = await outboxSize(api);
    await act();
    expect(await outboxSize(api)).toBe(before);
  };
  return {
    proofFor,
    send,
    /** Runs something that must not have anything sent. */
    sendsNothing,
    /** A valid request of the scene, from a new installation. */
    aRequest: async (scene: Scene): Promise<SmsRequest> => {
      const deviceKey = aDeviceKey();
      const member = await aMemberWithMobile(api);
      const caller = { deviceKey, headers: HERE };
      if (scene !== 'identifier_verify' && scene !== 'step_up') {
        return { scene, fields: { mobile: member.mobile }, caller };
      }
      const own = await signedIn(api, member, deviceKey);
      const { access_token: accessToken } = own.pair;
      if (scene === 'identifier_verify') {
        const headers = { ...HERE, 'X-Step-Up-Token': await additionToken(api, own) };
        await forgetStepUpClocks(api);
        return { scene, fields: { mobile: aMobile() }, caller: { deviceKey, accessToken, headers } };
      }
      const stepUp = { identifier_id: member.identifierId, purpose: 'data_export', resource: member.userId };
      return { scene, fields: stepUp, caller: { ...caller, accessToken } };
    },
    /** Expects the changed request to be refused, to send nothing, and to use the proof up for the first one. */
    expectBound: (request: SmsRequest, changed: SmsRequest, proof: Proof) =>
      sendsNothing(async () => {
        expectProblem(await send(changed, proof), 422, 'IAM.CAPTCHA.INVALID');
        expectProblem(await send(request, proof), 422, 'IAM.CAPTCHA.INVALID');
      }),
  };
}
