import type { Insertable } from 'kysely';
import {
  type ArticleKind,
  type ArticleState,
  type Audience,
  BANNER_POSITIONS,
  POSITIONS,
} from '../../contract/information.states';
import type { Database } from '../core/database/schema';
import type { ArticleBody, Words } from '../core/database/tables/information';
import { addDays } from '../core/money/days';
import { insertRows } from './insert';
import { type Picture, writePictures } from './pictures';
import { random } from './random';
import { DAY_MS, daysAgo, type Making } from './world';

/**
 * Creates the demo's articles, categories and banners (DOMAIN §7) with generated pictures. The first ten articles and the agreements are in
 * four languages.
 */

const words = (zhCN: string, zhTW: string, enUS: string, ptBR: string): Words => ({
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
});
const NONE = words('', '', '', '');

const CATEGORIES: readonly (readonly [code: string, name: Words, parent: string | null])[] = [
  ['news', words('新闻', '新聞', 'News', 'Notícias'), null],
  ['offers', words('优惠活动', '優惠活動', 'Offers', 'Promoções'), 'news'],
  ['safety', words('安全知识', '安全知識', 'Safety', 'Segurança'), null],
  ['training', words('骑手培训', '騎手培訓', 'Rider training', 'Treinamento'), 'safety'],
  ['service', words('服务说明', '服務說明', 'Service', 'Atendimento'), null],
];

interface Text {
  readonly title: Words;
  readonly summary: Words;
  readonly content: Words;
  readonly category: string;
  readonly audience: readonly Audience[];
}
const paragraphs = (...lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');
const TEXTS: readonly Text[] = [
  {
    title: words('夏季送餐安全提醒', '夏季送餐安全提醒', 'Ride safely in summer', 'Entregue com segurança no verão'),
    summary: words('高温天气请注意防暑', '高溫天氣請注意防暑', 'How to stay well in the heat', 'Cuidados no calor'),
    content: words(
      `<h2>出发前</h2>${paragraphs('检查车况，带足饮用水。')}<ul><li><p>避开正午高温时段</p></li><li><p>感到不适时立即休息</p></li></ul>`,
      `<h2>出發前</h2>${paragraphs('檢查車況，帶足飲用水。')}<ul><li><p>避開正午高溫時段</p></li><li><p>感到不適時立即休息</p></li></ul>`,
      `<h2>Before you start</h2>${paragraphs('Check your vehicle and carry enough water.')}<ul><li><p>Avoid the midday heat</p></li><li><p>Rest as soon as you feel unwell</p></li></ul>`,
      `<h2>Antes de sair</h2>${paragraphs('Confira o veículo e leve água suficiente.')}<ul><li><p>Evite o calor do meio-dia</p></li><li><p>Descanse assim que se sentir mal</p></li></ul>`,
    ),
    category: 'training',
    audience: ['riderApp'],
  },
  {
    title: words('周末满减活动', '週末滿減活動', 'Weekend discount', 'Desconto de fim de semana'),
    summary: words(
      '周六周日全天有效',
      '週六週日全天有效',
      'All day on Saturday and Sunday',
      'Sábado e domingo, o dia todo',
    ),
    content: words(
      paragraphs('满 30 元减 5 元，每位用户每天限一次。'),
      paragraphs('滿 30 元減 5 元，每位使用者每天限一次。'),
      paragraphs('¥5 off orders of ¥30 and more, once a day for each user.'),
      paragraphs('¥5 de desconto em pedidos a partir de ¥30, uma vez por dia por usuário.'),
    ),
    category: 'offers',
    audience: ['userApp'],
  },
  {
    title: words('如何联系客服', '如何聯絡客服', 'How to reach us', 'Como falar conosco'),
    summary: NONE,
    content: words(
      paragraphs('在“我的”页面点击“联系客服”，工作时间 08:00–22:00。'),
      paragraphs('在「我的」頁面點擊「聯絡客服」，工作時間 08:00–22:00。'),
      paragraphs('Press "Contact us" on your page, from 08:00 to 22:00.'),
      paragraphs('Toque em "Fale conosco" na sua página, das 8h às 22h.'),
    ),
    category: 'service',
    audience: ['userApp', 'merchantApp'],
  },
  {
    title: words('加盟政策更新', '加盟政策更新', 'Franchise terms updated', 'Condições de franquia atualizadas'),
    summary: words('新一年度的加盟条件', '新年度的加盟條件', 'Terms of the coming year', 'Condições do próximo ano'),
    content: words(
      paragraphs('新加盟站点的保证金与分成比例自下月起调整，详见加盟页。'),
      paragraphs('新加盟站點的保證金與分成比例自下月起調整，詳見加盟頁。'),
      paragraphs('Deposit and share of new franchise stations change next month; see the franchise page.'),
      paragraphs('O depósito e a participação das novas franquias mudam no próximo mês; veja a página de franquia.'),
    ),
    category: 'news',
    audience: ['franchisePage'],
  },
  {
    title: words('商家出餐规范', '商家出餐規範', 'How to hand over meals', 'Como entregar os pratos'),
    summary: NONE,
    content: words(
      `${paragraphs('封口完整，随附小票。')}<table><tbody><tr><th><p>餐品</p></th><th><p>包装</p></th></tr><tr><td><p>汤类</p></td><td><p>双层封膜</p></td></tr></tbody></table>`,
      `${paragraphs('封口完整，附上單據。')}<table><tbody><tr><th><p>餐品</p></th><th><p>包裝</p></th></tr><tr><td><p>湯類</p></td><td><p>雙層封膜</p></td></tr></tbody></table>`,
      `${paragraphs('Seal each bag and add the slip.')}<table><tbody><tr><th><p>Meal</p></th><th><p>Packing</p></th></tr><tr><td><p>Soup</p></td><td><p>Two seals</p></td></tr></tbody></table>`,
      `${paragraphs('Lacre cada sacola e inclua a nota.')}<table><tbody><tr><th><p>Prato</p></th><th><p>Embalagem</p></th></tr><tr><td><p>Sopa</p></td><td><p>Dois lacres</p></td></tr></tbody></table>`,
    ),
    category: 'service',
    audience: ['merchantApp'],
  },
];
const AGREEMENTS: readonly (readonly [code: string, title: Words])[] = [
  ['terms', words('用户服务协议', '使用者服務協議', 'Terms of service', 'Termos de serviço')],
  ['privacy', words('隐私政策', '隱私權政策', 'Privacy policy', 'Política de privacidade')],
];
const AUTHORS = ['林晓', '陈宁', '王悦'] as const;
const COLOURS = ['#c2410c', '#0f766e', '#4338ca', '#a16207', '#be123c', '#1d4ed8'] as const;

const picture = (width: number, height: number, text: string, colour: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${COLOURS[colour % COLOURS.length]}"/><text x="${width / 2}" y="${height / 2}" font-size="${Math.round(Math.min(width / 10, height / 4))}" text-anchor="middle" dominant-baseline="middle" fill="#ffffff" font-family="sans-serif">${text}</text></svg>`;

/** Adds a number to the titles of repeated articles. From the eleventh article on, texts are in Chinese only. */
function numbered(title: Words, edition: number, translated: boolean): Words {
  if (!translated) return { ...NONE, 'zh-CN': `${title['zh-CN']}（第${edition}期）` };
  if (edition === 1) return title;
  const { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR } = title;
  return words(
    `${zhCN}（第${edition}期）`,
    `${zhTW}（第${edition}期）`,
    `${enUS} (${edition})`,
    `${ptBR} (${edition})`,
  );
}
const only = (texts: Words, translated: boolean): Words => (translated ? texts : { ...NONE, 'zh-CN': texts['zh-CN'] });

/** Picks the state of an article. Of every twelve articles, eight are published, and one is in each other state. */
function stateOf(index: number): ArticleState {
  const states = { 2: 'draft', 3: 'scheduled', 5: 'withdrawn', 7: 'expired' } as const;
  return states[(index % 12) as keyof typeof states] ?? 'published';
}

function timesOf(state: ArticleState, index: number, at: Date, now: Date) {
  if (state === 'draft') return { publishAt: null, offlineAt: null };
  if (state === 'scheduled') return { publishAt: new Date(now.getTime() + 2 * DAY_MS), offlineAt: null };
  if (state === 'expired') return { publishAt: at, offlineAt: daysAgo(now, 0.5) };
  const endsSoon = state === 'published' && index % 6 === 0;
  return { publishAt: at, offlineAt: endsSoon ? new Date(now.getTime() + 5 * DAY_MS) : null };
}

interface Planned {
  readonly kind: ArticleKind;
  readonly code: string | null;
  readonly category: string | null;
  readonly audience: readonly Audience[];
  readonly title: Words;
  readonly summary: Words;
  readonly content: Words;
  readonly state: ArticleState;
}

function planArticles(count: number): Planned[] {
  const agreements = AGREEMENTS.map(([code, title]): Planned => {
    const text = words(
      '本协议为示例文本。',
      '本協議為範例文本。',
      'This is an example text.',
      'Este é um texto de exemplo.',
    );
    const content = Object.fromEntries(Object.entries(text).map(([locale, line]) => [locale, paragraphs(line)]));
    const shown = { title, summary: NONE, content: content as unknown as Words };
    return { kind: 'agreement', code, category: null, audience: ['userApp'], ...shown, state: 'published' };
  });
  const articles = Array.from({ length: count - agreements.length }, (_, index): Planned => {
    const text = TEXTS[index % TEXTS.length] as Text;
    const edition = Math.floor(index / TEXTS.length) + 1;
    const translated = index < 10;
    return {
      kind: text.category === 'service' && index % 10 === 2 ? 'help' : 'article',
      code: null,
      category: text.category,
      audience: text.audience,
      title: numbered(text.title, edition, translated),
      summary: only(text.summary, translated),
      content: only(text.content, translated),
      state: stateOf(index),
    };
  });
  return [...articles, ...agreements];
}

async function makeCategories({ db, ids, now }: Making): Promise<ReadonlyMap<string, number>> {
  const known = new Map(CATEGORIES.map(([code]) => [code, ids.next()]));
  await insertRows(
    db,
    'article_category',
    CATEGORIES.map(([code, name, parent], index) => ({
      id: known.get(code) ?? 0,
      created_at: daysAgo(now, 100),
      updated_at: daysAgo(now, 100),
      updated_by: 0,
      name: JSON.stringify(name),
      code,
      parent_id: parent === null ? null : (known.get(parent) ?? null),
      icon_id: null,
      sort: index,
      visible: true,
    })),
  );
  return known;
}

async function makeArticles(making: Making, categories: ReadonlyMap<string, number>, teamIds: readonly number[]) {
  const { db, ids, now, size } = making;
  const chance = random('articles');
  const pictures: Picture[] = [];
  const rows: Insertable<Database['article']>[] = [];
  const versions: Insertable<Database['article_version']>[] = [];
  for (const [index, planned] of planArticles(size.articles).entries()) {
    const { state, code, kind, category, audience, title, summary, content } = planned;
    const id = ids.next();
    const coverId = kind === 'article' ? ids.next() : null;
    if (coverId !== null) {
      const svg = picture(640, 360, title['zh-CN'], index);
      pictures.push({ id: coverId, scene: 'articleCover', name: `${title['zh-CN']}.svg`, svg });
    }
    const at = daysAgo(now, 1 + index * 1.3);
    const ofTeams = index % 9 === 4 ? teamIds.slice(0, 2) : [];
    const tags = kind === 'article' ? chance.shuffled(['推荐', '骑手', '活动', '必读']).slice(0, chance.int(0, 2)) : [];
    const author = AUTHORS[index % AUTHORS.length] ?? AUTHORS[0];
    const isShown = state === 'published';
    const { publishAt, offlineAt } = timesOf(state, index, at, now);
    const body: ArticleBody = {
      title,
      summary,
      content,
      coverId,
      linkUrl: null,
      audience,
      teamIds: ofTeams,
      tags,
      allowComment: false,
    };
    rows.push({
      id,
      created_at: at,
      updated_at: at,
      updated_by: 0,
      author_id: 0,
      author_name: author,
      kind,
      code,
      category_id: category === null ? null : (categories.get(category) ?? null),
      title: JSON.stringify(title),
      summary: JSON.stringify(summary),
      content: JSON.stringify(content),
      cover_id: coverId,
      link_url: null,
      audience: JSON.stringify(audience),
      team_ids: JSON.stringify(ofTeams),
      tags: JSON.stringify(tags),
      sort: 0,
      allow_comment: false,
      pinned: isShown && index % 8 === 0,
      publish_at: publishAt,
      offline_at: offlineAt,
      state,
      live_no: state === 'draft' || state === 'scheduled' ? null : 1,
      changed: false,
      views: state === 'draft' || state === 'scheduled' ? 0 : chance.int(40, 4_000),
    });
    if (state !== 'draft') {
      versions.push({
        article_id: id,
        no: 1,
        created_at: at,
        by_id: 0,
        by_name: author,
        kind,
        code,
        body: JSON.stringify(body),
      });
    }
  }
  await writePictures(making, pictures);
  await insertRows(db, 'article', rows);
  await insertRows(db, 'article_version', versions);
  return rows.filter(({ state }) => state === 'published').map(({ id }) => id);
}

const BANNER_TITLES = ['新人专享', '周末满减', '雨天关怀', '骑手招募', '夜宵上线', '安全送餐周', '加盟招募'] as const;

async function makeBanners(making: Making, articleIds: readonly number[]): Promise<number[]> {
  const { db, ids, now, size } = making;
  const chance = random('banners');
  const pictures: Picture[] = [];
  const rows = Array.from({ length: size.banners }, (_, index): Insertable<Database['banner']> => {
    const position = POSITIONS[index % POSITIONS.length] ?? 'home';
    const { width, height } = BANNER_POSITIONS[position];
    const title = BANNER_TITLES[index % BANNER_TITLES.length] ?? BANNER_TITLES[0];
    const imageId = ids.next();
    pictures.push({
      id: imageId,
      scene: 'bannerImage',
      name: `${title}.svg`,
      svg: picture(width, height, title, index),
    });
    // Of every seven banners, three are running, one is scheduled, one is withdrawn, one has expired, and one is a draft.
    const phase = index % 7;
    const [from, days] = phase === 3 ? [-3, 20] : phase === 5 ? [30, 10] : [6 + index, 40];
    const startAt = daysAgo(now, from);
    const isSeen = phase !== 3 && phase !== 6;
    const exposures = isSeen ? chance.int(2_000, 60_000) : 0;
    const articleId = articleIds[index % Math.max(1, articleIds.length)];
    const jumps = index % 2 === 0 && articleId !== undefined;
    return {
      id: ids.next(),
      created_at: startAt,
      updated_at: startAt,
      updated_by: 0,
      title,
      image_id: imageId,
      position,
      jump_type: jumps ? 'article' : 'none',
      jump_value: jumps ? String(articleId) : null,
      team_ids: '[]',
      start_at: startAt,
      end_at: new Date(startAt.getTime() + days * DAY_MS),
      frequency: position === 'popup' ? 'daily' : 'always',
      sort: index,
      state: phase === 6 ? 'draft' : phase === 4 ? 'withdrawn' : 'published',
      exposures,
      clicks: Math.round(exposures * (0.01 + chance.next() * 0.05)),
    };
  });
  await writePictures(making, pictures);
  await insertRows(db, 'banner', rows);
  return rows.filter(({ exposures }) => Number(exposures) > 0).map(({ id }) => id);
}

/** Creates the views and clicks of the last 14 days. */
async function makeStats({ db, today }: Making, articleIds: readonly number[], bannerIds: readonly number[]) {
  const chance = random('content stats');
  const of = (kind: 'article' | 'banner', ids: readonly number[]) =>
    ids.flatMap((id) =>
      Array.from({ length: 14 }, (_, back) => {
        const views = chance.int(5, 400);
        const clicks = kind === 'banner' ? Math.round(views * 0.03) : 0;
        return { kind, object_id: id, day: addDays(today, -back), views, clicks };
      }),
    );
  await insertRows(db, 'content_stat', [...of('article', articleIds), ...of('banner', bannerIds)]);
}

export async function makeInformation(making: Making, teamIds: readonly number[]): Promise<void> {
  const categories = await makeCategories(making);
  const articleIds = await makeArticles(making, categories, teamIds);
  const bannerIds = await makeBanners(making, articleIds);
  await makeStats(making, articleIds, bannerIds);
}
