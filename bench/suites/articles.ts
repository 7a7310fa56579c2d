import { PLANTED } from '../data/articles';
import type { Script } from '../load/script';
import { headersOf } from './members';
import { appHeaders, dataOf, type Stage, type Suite } from './suite';

/** More would only wait for each other, and on a busy machine for longer than a search may take. */
const SEARCH_CONNECTIONS = 4;
const KNOWN_SLUGS = Array.from({ length: 20 }, (_, at) => `article-${at * 2}`);

/** What stands at places whose articles are for members is passed. */
async function publicSlugs({ client }: Stage): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `SELECT slug FROM content_published_articles WHERE slug = ANY ($1) AND visibility = 'public'`,
    [KNOWN_SLUGS],
  );
  return rows.map(({ slug }) => slug);
}

function get(paths: readonly string[], stage: Stage): Script {
  const headers = appHeaders(stage);
  return { requests: paths.map((path) => ({ method: 'GET', path: `/api/v1/public/${path}`, headers })), status: 200 };
}

const search = (terms: readonly string[]) => terms.map((q) => `articles?q=${encodeURIComponent(q)}`);

/** A cursor is sealed with the product's key. */
function items(body: string) {
  const { items, next_cursor } = dataOf(body);
  return { items, hasNext: next_cursor !== null };
}

export const articles: Suite = {
  name: 'articles',
  title: 'GET public/articles',
  weight: 4,
  script: (stage) => get(['articles'], stage),
  declared: items,
};

export const articlesOfMember: Suite = {
  name: 'articles-member',
  title: 'GET articles, by members',
  weight: 4,
  script: (stage) => ({
    requests: stage.population.members.map((member) => ({
      method: 'GET',
      path: '/api/v1/articles',
      headers: headersOf(stage, member),
    })),
    status: 200,
  }),
  declared: items,
};

export const articlesInCategory: Suite = {
  name: 'articles-category',
  title: 'GET public/articles?category',
  weight: 4,
  script: (stage) =>
    get(
      [3, 11, 19].map((at) => `articles?category=category-${at}`),
      stage,
    ),
  declared: items,
};

export const articlesRare: Suite = {
  name: 'articles-rare',
  title: 'GET public/articles?q, rare',
  connections: SEARCH_CONNECTIONS,
  weight: 5,
  script: (stage) => get(search([PLANTED.rare.zh, PLANTED.rare.en]), stage),
  declared: items,
};

export const articlesFrequent: Suite = {
  name: 'articles-frequent',
  title: 'GET public/articles?q, in 60 % of the texts',
  connections: SEARCH_CONNECTIONS,
  weight: 10,
  script: (stage) => get(search([PLANTED.frequent.zh, PLANTED.frequent.en]), stage),
  // Of many that match, the product shows others first.
  declared: (body) => (items(body).items as unknown[]).length,
};

export const article: Suite = {
  name: 'article',
  title: 'GET public/articles/{slug}',
  script: async (stage) =>
    get(
      (await publicSlugs(stage)).map((slug) => `articles/${slug}`),
      stage,
    ),
};
