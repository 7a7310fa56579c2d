import type pg from 'pg';
import type { Population } from '../data/members';
import { type Bearer, type Tokens } from '../data/tokens';
import type { Script } from '../load/script';

/** The two servers that are compared. */
export type Side = 'api' | 'floor';

/** What the scripts of suites are made from. */
export interface Stage {
  readonly population: Population;
  readonly tokens: Tokens;
  /** A superuser in the database of the run. */
  readonly client: pg.Client;
  /** Of the public configuration, as the api answers it now. */
  readonly configurationEtag: string;
}

/** One route under load. */
export interface Suite {
  readonly name: string;
  /** What is asked, as a reader knows it. */
  readonly title: string;
  /** Tables are put back before it, as it writes. */
  readonly writes?: boolean;
  /** Fewer than usual, where requests wait for each other anyway. */
  readonly connections?: number;
  /** How many of the usual requests one of these is worth, where each takes long. */
  readonly weight?: number;
  /** The floor has no such route, so that there is nothing to compare with. */
  readonly isApiOnly?: boolean;
  script(stage: Stage, side: Side): Promise<Script> | Script;
  /** Of an answer, what has to be the same on both sides; the bytes, if nothing is said. */
  declared?(body: string): unknown;
}

/** Longer than the product's, since a million requests take longer than 15 minutes on a slow machine. */
const TOKEN_SECONDS = 3_600;

export function appHeaders({ population }: Stage): Record<string, string> {
  return { 'X-AppID': population.appId, 'Accept-Language': 'zh-CN' };
}

export function bearerHeader({ tokens }: Stage, bearer: Bearer): Record<string, string> {
  return { Authorization: `Bearer ${tokens.sign(bearer, TOKEN_SECONDS).token}` };
}

export const JSON_BODY = { 'Content-Type': 'application/json' };

export function dataOf(body: string): Record<string, unknown> {
  return (JSON.parse(body) as { data: Record<string, unknown> }).data;
}
