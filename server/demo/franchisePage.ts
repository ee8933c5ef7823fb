import { FIRST_FORM, type FormField } from '../../contract/franchiseForm';
import { type Block, type BlockItem, EMPTY_TEXT, emptyBlock, FIRST_PAGE } from '../../contract/franchisePage.content';
import { type Text, text } from '../../contract/text';
import { addDays } from '../core/money/days';
import { insertRows } from './insert';
import { random } from './random';
import { daysAgo, type Making } from './world';

/** Creates the demo's application page: an archived first version, the published version, and channel codes with their visits. */

/** Number of days since the second version was published. */
export const PUBLISHED_DAYS = 60;
export const SECOND_VERSION = 2;
const FIRST_DAYS = 400;
const VISIT_DAYS = 90;

const CHANNELS = [
  ['wx-moments', '微信朋友圈广告'],
  ['expo-2026', '2026 餐饮连锁展'],
  ['short-video', '短视频投放'],
] as const;

const item = (title: Text, words: Text): BlockItem => ({ title, text: words, image: null });
const block = (kind: Block['kind'], change: Partial<Block>): Block => ({ ...emptyBlock(kind, kind), ...change });

const ADVANTAGES = block('advantages', {
  items: [
    item(
      text('订单稳定', 'Steady orders', 'Pedidos estáveis', '訂單穩定'),
      text(
        '平台统一接入外卖渠道，开站首月即有订单。',
        'We connect the delivery platforms; orders come from the first month.',
        'Conectamos as plataformas de entrega; há pedidos desde o primeiro mês.',
        '平台統一接入外送管道，開站首月即有訂單。',
      ),
    ),
    item(
      text('区域保护', 'Protected territory', 'Território protegido', '區域保護'),
      text(
        '合同约定的区域内不再发展其他加盟商。',
        'Within the territory of your contract there is no other franchisee.',
        'No território do contrato não há outro franqueado.',
        '合約約定的區域內不再發展其他加盟商。',
      ),
    ),
  ],
});
const STEPS = block('steps', {
  items: [
    item(
      text('提交申请', 'Apply', 'Solicitação', '提交申請'),
      text('约 3 分钟', 'About 3 minutes', 'Cerca de 3 minutos', '約 3 分鐘'),
    ),
    item(
      text('实地考察', 'On-site visit', 'Visita ao local', '實地考察'),
      text(
        '与招商经理面谈',
        'Meeting with an investment manager',
        'Reunião com o gerente de expansão',
        '與招商經理面談',
      ),
    ),
    item(text('签约开站', 'Contract and opening', 'Contrato e abertura', '簽約開站'), EMPTY_TEXT),
  ],
});
const FAQ = block('faq', {
  items: [
    item(
      text('需要多少骑手？', 'How many riders are needed?', 'Quantos entregadores são necessários?', '需要多少騎手？'),
      text(
        '建议首月至少 8 名。',
        'We recommend at least 8 in the first month.',
        'Recomendamos ao menos 8 no primeiro mês.',
        '建議首月至少 8 名。',
      ),
    ),
  ],
});
const CONTACT = block('contact', {
  tel: '400-000-1234',
  text: text('工作日 9:00–18:00', 'Working days 9:00–18:00', 'Dias úteis, 9h–18h', '工作日 9:00–18:00'),
});

/** The key of the second version's file field. */
export const SHOP_FIELD = 'shopPhoto';
/** Fields that only the second version has. */
const MORE: readonly FormField[] = [
  {
    key: 'hasTeam',
    kind: 'radio',
    label: text('是否已有骑手', 'Riders available', 'Já tem entregadores', '是否已有騎手'),
    required: true,
    options: [
      { value: 'yes', label: text('有', 'Yes', 'Sim', '有') },
      { value: 'no', label: text('没有', 'No', 'Não', '沒有') },
    ],
  },
  {
    key: 'riders',
    kind: 'number',
    label: text('骑手人数', 'Number of riders', 'Nº de entregadores', '騎手人數'),
    required: true,
    min: 1,
    max: 500,
    visibleWhen: { key: 'hasTeam', op: 'eq', value: ['yes'] },
  },
  {
    key: SHOP_FIELD,
    kind: 'file',
    label: text('门店照片或营业执照', 'Shop or licence', 'Loja ou alvará', '門市照片或營業執照'),
    help: text(
      '已有门店的请上传照片或执照',
      'If you already have a shop',
      'Se você já tem uma loja',
      '已有門市者請上傳照片或執照',
    ),
    required: false,
    maxCount: 2,
  },
];
const [BANNER, FORM_BLOCK, AGREEMENT] = FIRST_PAGE.blocks as [Block, Block, Block];

/** Builds answers to the fields that only the second version has. */
export const moreAnswers = (index: number): Record<string, string> =>
  index % 2 === 0 ? { hasTeam: 'yes', riders: String(6 + (index % 20)) } : { hasTeam: 'no' };

export async function makeFranchisePage({ db, now, today }: Making, ownerId: number): Promise<void> {
  const shared = { revision: 1, updated_by_name: '' };
  await insertRows(db, 'franchise_form', [
    {
      ...{ ...shared, version: FIRST_FORM.version, created_at: daysAgo(now, FIRST_DAYS), state: 'archived' as const },
      ...{ fields: JSON.stringify(FIRST_FORM.fields), blocks: JSON.stringify(FIRST_PAGE.blocks) },
      ...{ settings: JSON.stringify(FIRST_PAGE.settings), updated_at: daysAgo(now, FIRST_DAYS) },
      ...{ published_at: daysAgo(now, FIRST_DAYS), archived_at: daysAgo(now, PUBLISHED_DAYS) },
    },
    {
      ...{
        ...shared,
        version: SECOND_VERSION,
        created_at: daysAgo(now, PUBLISHED_DAYS + 2),
        state: 'published' as const,
      },
      ...{ fields: JSON.stringify([...FIRST_FORM.fields, ...MORE]), settings: JSON.stringify(FIRST_PAGE.settings) },
      ...{ blocks: JSON.stringify([BANNER, ADVANTAGES, STEPS, FORM_BLOCK, FAQ, CONTACT, AGREEMENT]) },
      ...{ updated_at: daysAgo(now, PUBLISHED_DAYS), published_at: daysAgo(now, PUBLISHED_DAYS), archived_at: null },
    },
  ]);
  await insertRows(
    db,
    'franchise_channel',
    CHANNELS.map(([code, name], index) => ({
      ...{ code, name, created_at: daysAgo(now, PUBLISHED_DAYS - index), created_by: ownerId },
    })),
  );
  const chance = random('franchise visits');
  const visits = ['', ...CHANNELS.map(([code]) => code)].flatMap((channel, at) =>
    Array.from({ length: VISIT_DAYS }, (_, days) => ({
      ...{ channel, day: addDays(today, -days), visits: chance.int(1, 12 + at * 4) },
      submits: chance.int(0, 5) === 0 ? 1 : 0,
    })),
  );
  await insertRows(db, 'franchise_visit', visits);
}
