import { runningVersions } from '../platform/version';
import { apiLocale } from '../locale';
import { API_URL, APP_ID, client } from './client';

/** What `uni-upgrade-center` answers: 101 is a wgt, 102 a native App. */
export interface Upgrade {
  readonly code: number;
  readonly title: string;
  readonly contents: string;
  readonly version: string;
  readonly url: string;
  readonly type: 'native_app' | 'wgt';
  readonly is_silently: boolean;
  readonly is_mandatory: boolean;
  readonly store_list?: readonly { readonly enable: boolean; readonly scheme: string; readonly priority: number }[];
}

/** Asks as DCloud's plugin does, at the address that stands in for its cloud function. @returns null where there is nothing newer. */
export async function checkUpgrade(): Promise<Upgrade | null> {
  const { appVersion, wgtVersion, platform } = runningVersions();
  const { data } = await uni.request({
    url: `${API_URL}/api/v1/public/compat/uni-upgrade-center`,
    method: 'POST',
    header: { 'X-AppID': APP_ID, 'X-AK-Device-Key': await client.deviceKey(), 'Accept-Language': apiLocale() },
    data: { action: 'checkVersion', appVersion, wgtVersion, platform },
  });
  const answer = data as unknown as Upgrade;
  return answer.code === 101 || answer.code === 102 ? answer : null;
}
