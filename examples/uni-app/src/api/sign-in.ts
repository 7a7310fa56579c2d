import { loginByMobile, loginByPassword } from '@appkernel/sdk';
import { aboutDevice } from '../platform/device';
import { client } from './client';
import { recordConsents } from './consent';

/** @param name an address or a mobile number. */
export async function signInByPassword(name: string, password: string): Promise<void> {
  const who = name.includes('@') ? { email: name } : { mobile: name };
  await loginByPassword(client, { body: { ...who, password, device: aboutDevice() } });
  await enter();
}

export async function signInBySms(mobile: string, otp: string): Promise<void> {
  await loginByMobile(client, { body: { mobile, otp, device: aboutDevice() } });
  await enter();
}

/** Leads whoever is signed in to the tabs. A revision may have been accepted since the sign-in: the api learns of it first. */
export async function enter(): Promise<void> {
  await recordConsents();
  await uni.switchTab({ url: '/pages/articles/articles' });
}
