import { forgetAccepted } from './accepted';

/**
 * Begins anew when nobody is signed in any more. What was accepted here was accepted by whoever has left: recorded for the
 * next to sign in, it would be a consent that they never gave.
 */
export async function afterSignOut(): Promise<void> {
  forgetAccepted();
  await uni.reLaunch({ url: '/pages/start/start' });
}
