import { createCanvas } from 'canvas';
import { type AdminClient, asOwner } from '../../admin/support/admin';
import { articleClient } from '../../admin/support/articles';
import { pageClient } from '../../admin/support/pages';
import { releaseClient } from '../../admin/support/releases';
import { eventually, type TestApi } from '../../support/api';

/** What an operator has published for the App of the example. */
export async function furnish(api: TestApi): Promise<void> {
  const owner = await asOwner(api);
  const app = `apps/${api.appId}`;
  const { lock_version } = (await owner.get(app).expect(200)).body.data as { lock_version: number };
  await owner.patch(app, { name: 'Tea & Books', lock_version }).expect(200);
  for (const [document, title] of Object.entries(DOCUMENTS)) {
    const body = { 'zh-CN': `## ${title['zh-CN']}\n\n请放心。`, 'en-US': `## What we keep\n\nAs little as possible.` };
    await pageClient(owner, `${app}/content/legal/${document}`).publish({ title, body, body_format: 'markdown' });
  }
  await publishOnboarding(owner, api.appId);
  await publishArticles(owner, api.appId);
  await publishRelease(owner, api.appId);
  await eventually(async () => {
    const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', api.appId).expect(200);
    return body.data.app.name === 'Tea & Books' && body.data.legal.length === 2 && body.data.onboarding.version === 1;
  });
}

const DOCUMENTS = {
  'privacy-policy': { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  'terms-of-service': { 'zh-CN': '服务条款', 'en-US': 'Terms of service' },
};

async function publishOnboarding(owner: AdminClient, appId: string): Promise<void> {
  const slides = [];
  for (const [hue, title, description] of SLIDES) {
    slides.push({ image_file_id: await aPicture(owner, hue, 'onboarding_image', 720, 900), title, description });
  }
  const body = { expected_version: 0, enabled: true, slides };
  await owner.post(`apps/${appId}/startup/onboarding/publish`, body).expect(200);
}

const SLIDES = [
  [
    152,
    { 'zh-CN': '好茶，慢慢喝', 'en-US': 'Good tea takes its time' },
    { 'zh-CN': '每季一次，来自四座茶山。', 'en-US': 'Four gardens, and what grows there, each season.' },
  ],
  [
    28,
    { 'zh-CN': '好书，慢慢读', 'en-US': 'So does a good book' },
    { 'zh-CN': '每周一篇，读完正好一杯。', 'en-US': 'One story a week, as long as a pot.' },
  ],
] as const;

async function publishArticles(owner: AdminClient, appId: string): Promise<void> {
  const articles = articleClient(owner, appId);
  const categories = new Map<string, string>();
  for (const [slug, name] of Object.entries(CATEGORIES)) {
    const { body } = await owner.post(`apps/${appId}/content/categories`, { slug, name }).expect(201);
    categories.set(slug, (body.data as { id: string }).id);
  }
  for (const { category, hue, ...texts } of ARTICLES) {
    const cover_file_id = await aPicture(owner, hue, 'content_image', 800, 440);
    await articles.publish(await articles.create({ ...texts, category_id: categories.get(category), cover_file_id }));
  }
}

const CATEGORIES = {
  tea: { 'zh-CN': '茶', 'en-US': 'Tea' },
  books: { 'zh-CN': '书', 'en-US': 'Books' },
};

const ARTICLES = [
  {
    category: 'books',
    hue: 28,
    slug: 'a-book-for-rain',
    title: { 'zh-CN': '雨天读的书', 'en-US': 'A book for rain' },
    summary: { 'zh-CN': '三本书，三种雨声。', 'en-US': 'Three of them, for three kinds of rain.' },
    body: { 'zh-CN': '窗外下雨。', 'en-US': 'It rains, and there is time.' },
  },
  {
    category: 'tea',
    hue: 152,
    slug: 'autumn-teas',
    title: { 'zh-CN': '秋茶上市', 'en-US': 'Autumn teas' },
    summary: { 'zh-CN': '乌龙与普洱已到店。', 'en-US': "Oolong and pu'er are here, picked in October." },
    body: {
      'zh-CN': '## 乌龙\n\n高山，慢焙。\n\n## 普洱\n\n十年陈。',
      'en-US':
        "## Oolong\n\nFrom high up, roasted *slowly*. Take water just off the boil, and give it half a minute.\n\n## Pu'er\n\nTen years old, and in no hurry.",
    },
  },
] as const;

async function publishRelease(owner: AdminClient, appId: string): Promise<void> {
  const releases = releaseClient(owner, `apps/${appId}/mobile/releases`);
  const { id } = await releases.create({
    platform: 'android',
    package_type: 'native_app',
    version_name: '1.1.0',
    version_code: 110,
    title: { 'zh-CN': '秋季更新', 'en-US': 'The autumn update' },
    release_notes: {
      'zh-CN': '• 收藏文章\n• 深色模式更护眼\n• 启动更快',
      'en-US': '• Keep articles for later\n• A darker dark\n• Starts in half the time',
    },
    external_url: 'https://downloads.example.com/tea-1.1.0.apk',
  });
  await releases.publish(id);
}

/** Hills in the mist, in one colour. */
async function aPicture(
  owner: AdminClient,
  hue: number,
  purpose: string,
  width: number,
  height: number,
): Promise<string> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, `hsl(${hue} 45% 90%)`);
  sky.addColorStop(1, `hsl(${hue} 40% 72%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = `hsl(${hue + 20} 80% 88%)`;
  context.beginPath();
  context.arc(width * 0.7, height * 0.3, width * 0.09, 0, 2 * Math.PI);
  context.fill();
  for (let hill = 0; hill < 4; hill += 1) {
    context.fillStyle = `hsl(${hue} ${30 + hill * 6}% ${64 - hill * 13}%)`;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) {
      const wave = Math.sin((x / width) * (3 + hill) + hill * 1.9) + 0.4 * Math.sin((x / width) * 9 + hill);
      context.lineTo(x, height * (0.5 + hill * 0.12) + wave * height * 0.05);
    }
    context.lineTo(width, height);
    context.fill();
  }
  const request = owner.postForm('files').field({ purpose });
  const { body } = await request.attach('file', canvas.toBuffer('image/png'), 'hills.png').expect(201);
  return (body.data as { id: string }).id;
}
