import type { Script } from '../load/script';
import { appHeaders, dataOf, type Suite } from './suite';

/** Two characters that a province, a city and places in others have. */
const SEARCHED = ['杭州', '南京', '海南', '长安'];
const VERSION_CODES = [9_000, 10_300, 10_400];

const get = (paths: readonly string[], headers: Record<string, string>, status: Script['status'] = 200): Script => ({
  requests: paths.map((path) => ({ method: 'GET', path, headers })),
  status,
});

export const configuration: Suite = {
  name: 'configuration',
  title: 'GET public/config',
  script: (stage) => get(['/api/v1/public/config'], appHeaders(stage)),
};

export const configuration304: Suite = {
  name: 'configuration-304',
  title: 'GET public/config, 304',
  script: (stage) =>
    get(['/api/v1/public/config'], { ...appHeaders(stage), 'If-None-Match': stage.configurationEtag }, 304),
};

/** A cursor is sealed with the product's key, and the data set is named as its import calls it. */
function regions(body: string) {
  const { items, total, next_cursor } = dataOf(body);
  return { items, total, hasNext: next_cursor !== null };
}

export const regionsRoots: Suite = {
  name: 'regions-roots',
  title: 'GET regions',
  script: (stage) => get(['/api/v1/regions'], appHeaders(stage)),
  declared: regions,
};

export const regionsSearch: Suite = {
  name: 'regions-search',
  title: 'GET regions?q, 2 characters',
  script: (stage) =>
    get(
      SEARCHED.map((q) => `/api/v1/regions?q=${encodeURIComponent(q)}`),
      appHeaders(stage),
    ),
  // Of matches that are equally good, the product's order is its own.
  declared: (body) => {
    const { items, total } = regions(body);
    return { codes: (items as { code: string }[]).map(({ code }) => code).sort(), total };
  },
};

export const policy: Suite = {
  name: 'policy',
  title: 'GET public/app-version',
  script: (stage) =>
    get(
      VERSION_CODES.map((code) => `/api/v1/public/app-version?platform=android&version_code=${code}`),
      appHeaders(stage),
    ),
};
