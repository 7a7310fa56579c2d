import { readonly, shallowRef } from 'vue';
import { call, onDenied } from './client';
import type { components } from './schema';
import { session } from './session';

type Context = components['schemas']['AdminContextResponse'];
type Profile = components['schemas']['AdminProfileResponse'];

const context = shallowRef<Context | null>(null);
const profile = shallowRef<Profile | null>(null);
const permissions = shallowRef<ReadonlySet<string>>(new Set());
const mustEnrol = shallowRef(false);

/** The administrator who is signed in. */
export const me = {
  context: readonly(context),
  profile: readonly(profile),
  permissions: readonly(permissions),
  /** The tenant demands a second factor, and until there is one nothing else works. */
  mustEnrol: readonly(mustEnrol),
};

let readAt = 0;
let reading: Promise<void> | null = null;

export function readMe(): Promise<void> {
  reading ??= read().finally(() => (reading = null));
  return reading;
}

async function read(): Promise<void> {
  readAt = Date.now();
  context.value = await call('getAdminContext');
  permissions.value = new Set(context.value.permissions);
  try {
    profile.value = await call('getAdminProfile');
    mustEnrol.value = false;
  } catch (problem) {
    if (!mustEnrol.value) throw problem;
  }
}

onDenied(({ code }) => {
  if (code === 'IAM.MFA.ENROLMENT_REQUIRED') mustEnrol.value = true;
  else if (code === 'IAM.PERMISSION.DENIED') void readMe().catch(() => undefined);
});

/** Roles change while a page is open. */
window.addEventListener('focus', () => {
  if (session.state.value === 'in' && Date.now() - readAt > 30_000) void readMe().catch(() => undefined);
});
