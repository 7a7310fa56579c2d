import type pg from 'pg';
import {
  aCategory,
  anArticle,
  insertArticles,
  insertCategories,
  type StoredArticle,
} from '../../test/support/articles';

/** Texts that are in so many of the articles, whatever their language. */
export const PLANTED = {
  /** In 60 % of the texts, and one title in twenty. */
  frequent: { en: 'warranty', zh: '售后服务' },
  /** In 60 % of the titles. */
  titled: { en: 'handbook', zh: '使用指南' },
  /** In one text in a hundred. */
  medium: { en: 'thermostat', zh: '温控器' },
  /** In one text in ten thousand. */
  rare: { en: 'xylograph', zh: '鹦鹉螺号' },
} as const;

const CATEGORIES = 20;
const BATCH = 1_000;
const WORDS = 6_000;
const HAN =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严';

/** Always the same numbers, so that every database has the same articles. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words as in a language: the n-th most frequent is n times as rare as the first. */
function vocabulary(make: () => string): (random: () => number) => string {
  const words = new Set<string>();
  while (words.size < WORDS) words.add(make());
  const list = [...words];
  const scale = Math.log(WORDS + 1);
  return (random) => list[Math.min(WORDS - 1, Math.floor(Math.exp(random() * scale) - 1))] ?? '';
}

function languages() {
  const random = numbers(7);
  const pick = (letters: string) => letters.charAt(Math.floor(random() * letters.length));
  const syllable = () => pick('bcdfghklmnprstvw') + pick('aeiou') + (random() < 0.3 ? pick('nrst') : '');
  const english = vocabulary(() => Array.from({ length: 1 + Math.floor(random() * 3) }, syllable).join(''));
  const chinese = vocabulary(() => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(HAN)).join(''));
  return { english, chinese };
}

/**
 * Publishes so many articles in the default App, half of them Chinese, with texts of one to three kilobytes, in the
 * current transaction.
 */
export async function seedArticles(client: pg.Client, count: number): Promise<void> {
  const query = (text: string, values: unknown[] = []) => client.query(text, values);
  const { rows: apps } = await client.query<{ tenantId: string; appId: string }>(
    'SELECT tenant_id AS "tenantId", id AS "appId" FROM apps WHERE is_default',
  );
  const [scope] = apps;
  if (!scope) throw new Error('There is no default App');
  // Made again at the end, which takes a fraction of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'content_article_search' AND indexdef LIKE '%USING gin%'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const categories = Array.from({ length: CATEGORIES }, (_, at) =>
    aCategory({ slug: `category-${at}`, name: { 'zh-CN': `分类 ${at}`, 'en-US': `Category ${at}` }, sortOrder: at }),
  );
  await insertCategories(query, scope, categories);
  const random = numbers(11);
  const { english, chinese } = languages();
  const oldest = Date.now() - count * 60_000;
  for (let from = 0; from < count; from += BATCH) {
    const articles = Array.from({ length: Math.min(BATCH, count - from) }, (_, at): StoredArticle => {
      const number = from + at;
      const isChinese = number % 2 === 0;
      const locale = isChinese ? 'zh-CN' : 'en-US';
      const words = (length: number): string => {
        const text: string[] = [];
        for (let size = 0; size < length;) {
          const word = isChinese ? chinese(random) : english(random);
          size += isChinese ? word.length * 3 : word.length + 1;
          text.push(word);
          if (random() < 0.08) text.push(isChinese ? '，' : '.');
        }
        return text.join(isChinese ? '' : ' ');
      };
      const planted = (shares: Partial<Record<keyof typeof PLANTED, number>>) =>
        Object.entries(shares)
          .filter(([, share]) => random() < share)
          .map(([name]) => Object.values(PLANTED[name as keyof typeof PLANTED]).join(' '))
          .join(' ');
      const category = categories[Math.floor(random() ** 2 * CATEGORIES)];
      return anArticle(category?.id ?? '', {
        slug: `article-${number}`,
        title: { [locale]: `${planted({ titled: 0.6, frequent: 0.05 })} ${words(30)}`.trim() },
        summary: { [locale]: words(100) },
        body: {
          [locale]: `${words(500 + random() * 1_000)} ${planted({ frequent: 0.6, medium: 0.01, rare: 0.0001 })} ${words(500 + random() * 1_000)}`,
        },
        tags: [`tag-${Math.floor(random() ** 2 * 50)}`, 'all'],
        visibility: random() < 0.7 ? 'public' : 'members',
        pinned: random() < 0.0001,
        publishedAt: new Date(oldest + number * 60_000),
      });
    });
    await insertArticles(query, scope, articles);
  }
  for (const { definition } of indexes) await client.query(definition);
}
