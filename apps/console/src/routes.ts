import { ROUTES_OF_APPS } from './routes-of-apps';
import { ROUTES_OF_TENANTS } from './routes-of-tenants';
import type { ScreenRow } from './screen-row';

/** All screens behind the door. */
export const ROUTES: readonly ScreenRow[] = [...ROUTES_OF_TENANTS, ...ROUTES_OF_APPS];

export type ScreenName = (typeof ROUTES_OF_TENANTS | typeof ROUTES_OF_APPS)[number]['name'];
