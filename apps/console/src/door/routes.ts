import type { RouteRecordRaw } from 'vue-router';

const meta = { door: true, folder: 'door' } as const;

/** The paths of `/invite` and `/reset-password` stand in mails. */
export const DOOR_ROUTES: readonly RouteRecordRaw[] = [
  { path: '/sign-in', name: 'door.sign-in', component: () => import('./SignIn.vue'), meta },
  { path: '/forgot-password', name: 'door.forgot', component: () => import('./Forgot.vue'), meta },
  { path: '/reset-password', name: 'door.reset', component: () => import('./Reset.vue'), meta },
  { path: '/invite', name: 'door.invite', component: () => import('./Invite.vue'), meta },
  { path: '/second-factor', name: 'door.enrol', component: () => import('./Enrol.vue'), meta },
];
