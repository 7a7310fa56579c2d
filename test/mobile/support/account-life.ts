import { Sweeps } from '@libs/foundation';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aStepUpToken, signedIn, type SignedInMember } from './account';
import { aRegisteredMember, outboxSettled } from './journey';
import { meClient } from './me';

/** A registered and signed-in user. */
export async function anAccount(api: TestApi, registration: object = {}): Promise<SignedInMember> {
  return signedIn(api, await aRegisteredMember(api, registration));
}

/** Requests of an account about itself, with a step-up token. */
export function lifeOf(api: TestApi, { pair }: Pick<SignedInMember, 'pair'>, stepUpToken?: string) {
  const headers: Record<string, string> = stepUpToken === undefined ? {} : { 'X-Step-Up-Token': stepUpToken };
  const me = meClient(api, pair.access_token, { headers });
  return {
    delete: () => me.delete(''),
    requestExport: () => me.post('data-export'),
    listExports: () => me.get('data-exports'),
  };
}

/** A token for deleting the account. */
export function deletionToken(api: TestApi, account: SignedInMember): Promise<string> {
  return aStepUpToken(api, account, { purpose: 'account_delete', resource: account.userId });
}

export function exportToken(api: TestApi, account: SignedInMember): Promise<string> {
  return aStepUpToken(api, account, { purpose: 'data_export', resource: account.userId });
}

/** Asks for the deletion. @returns when it will be carried out. */
export async function deleteAccount(api: TestApi, account: SignedInMember): Promise<string> {
  const { body } = await lifeOf(api, account, await deletionToken(api, account))
    .delete()
    .expect(202);
  return (body as { data: { erase_at: string } }).data.erase_at;
}

/** Does what a worker does every ten minutes, and waits for the consequences. */
export async function sweep(api: TestApi): Promise<void> {
  await api.get(Sweeps).runAll();
  await outboxSettled(api);
}

/** Ends the account's grace period. */
export async function graceOver(api: TestApi, { userId }: Pick<SignedInMember, 'userId'>): Promise<void> {
  await queryAs(
    api.urls.superuserUrl,
    `UPDATE account_deletions SET requested_at = requested_at - interval '15 days', erase_at = erase_at - interval '15 days'
      WHERE user_id = $1`,
    [userId],
  );
}

/** Deletes the account, and lets the grace period pass. */
export async function eraseAccount(api: TestApi, account: SignedInMember): Promise<void> {
  await deleteAccount(api, account);
  await graceOver(api, account);
  await sweep(api);
}
