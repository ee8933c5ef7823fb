import { FIRST_FORM, type FormField, type FormKind, type FormVersion, isUpload } from './franchiseForm';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file defines the contents of the public application page (申请页, DOMAIN §3.6): blocks, fields, settings. It imports no library. */

export const BLOCK_KINDS = [
  'banner',
  'intro',
  'advantages',
  'steps',
  'cases',
  'faq',
  'contact',
  'form',
  'agreement',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const PAGE = {
  blocks: { min: 2, max: 20 },
  blockKey: /^[a-z][a-z0-9]{0,15}$/,
  title: { min: 2, max: 30 },
  blockTitle: { max: 40 },
  /** Maximum characters of a plain text. */
  text: { max: 500 },
  /** Maximum characters of a formatted text, including its HTML tags. */
  html: { max: 20_000 },
  items: { max: 12 },
  itemTitle: { max: 40 },
  itemText: { max: 500 },
  tel: { max: 20 },
  successText: { max: 200 },
  repeatDays: { min: 0, max: 365 },
  maxPerDay: { min: 1, max: 10_000 },
  staff: { max: 20 },
  channel: { code: /^[a-z0-9][a-z0-9-]{1,31}$/, name: { min: 2, max: 30 }, most: 200 },
  /** Maximum number of days in the figures of a channel. */
  statDays: 90,
} as const;

export const AUTO_ASSIGN = ['none', 'roundRobin', 'byRegion'] as const;
export type AutoAssign = (typeof AUTO_ASSIGN)[number];

export interface BlockItem {
  readonly title: Text;
  readonly text: Text;
  /** Id of a stored picture. `null` means that the item has no picture. */
  readonly image: number | null;
}
export interface Block {
  /** Key of the block. It is unique within the page, and moving the block does not change it. */
  readonly key: string;
  readonly kind: BlockKind;
  readonly title: Text;
  /** HTML in `intro` and `agreement`, plain text in all other kinds. In `form` it is the label of the button. */
  readonly text: Text;
  readonly image: number | null;
  readonly tel: string;
  readonly items: readonly BlockItem[];
}
export interface PageSettings {
  readonly title: Text;
  readonly shareImage: number | null;
  readonly needSms: boolean;
  /** Days during which a phone number can apply only once. 0 means that there is no limit. */
  readonly repeatDays: number;
  /** Days that a rejected applicant must wait before applying again. */
  readonly reapplyDays: number;
  readonly successText: Text;
  /** Ids of the staff who receive a notice of each new application. */
  readonly notifyStaffIds: readonly number[];
  /** First and last day on which the page accepts applications. `null` means that there is no limit. */
  readonly openFrom: string | null;
  readonly openTo: string | null;
  readonly maxPerDay: number | null;
  readonly autoAssign: AutoAssign;
  /** Ids of the staff to whom applications are assigned automatically. */
  readonly assignStaffIds: readonly number[];
}
/** The content of the page that the builder edits. */
export interface PageContent {
  readonly blocks: readonly Block[];
  readonly fields: readonly FormField[];
  readonly settings: PageSettings;
}
/** Lists the file ids of all pictures on a page, and of the share image. Each id is returned once. */
export function imagesOf({ blocks, settings }: PageContent): number[] {
  const ids = [
    settings.shareImage,
    ...blocks.flatMap(({ image, items }) => [image, ...items.map((item) => item.image)]),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** A stored version of the page. */
export interface PageVersion extends FormVersion, PageContent {}

export const EMPTY_TEXT: Text = text('', '', '', '');

/** Kinds of blocks that have formatted text (`FORMATTED`), items (`WITH_ITEMS`) or text (`WITH_TEXT`). */
export const FORMATTED: readonly BlockKind[] = ['intro', 'agreement'];
export const WITH_ITEMS: readonly BlockKind[] = ['advantages', 'steps', 'cases', 'faq'];
export const WITH_TEXT: readonly BlockKind[] = ['banner', 'intro', 'contact', 'form', 'agreement'];
/** A page needs exactly one block of each of these kinds. */
export const NEEDED: readonly BlockKind[] = ['form', 'agreement'];

export const BLOCK_TEXT: Readonly<Record<BlockKind, Text>> = {
  banner: text('头图', 'Banner', 'Banner', '頭圖'),
  intro: text('介绍', 'Introduction', 'Apresentação', '介紹'),
  advantages: text('加盟优势', 'Advantages', 'Vantagens', '加盟優勢'),
  steps: text('加盟流程', 'Steps', 'Etapas', '加盟流程'),
  cases: text('成功案例', 'Cases', 'Casos', '成功案例'),
  faq: text('常见问题', 'Questions', 'Perguntas', '常見問題'),
  contact: text('联系方式', 'Contact', 'Contato', '聯絡方式'),
  form: text('申请表单', 'Form', 'Formulário', '申請表單'),
  agreement: text('协议', 'Agreement', 'Termos', '協議'),
};

export const KIND_TEXT: Readonly<Record<FormKind, Text>> = {
  text: text('单行文本', 'Short text', 'Texto curto', '單行文字'),
  textarea: text('多行文本', 'Long text', 'Texto longo', '多行文字'),
  number: text('数字', 'Number', 'Número', '數字'),
  amount: WORD.amountYuan,
  phone: WORD.phone,
  idCard: WORD.idCardNumber,
  email: WORD.email,
  select: text('下拉选择', 'Choice from a list', 'Lista', '下拉選擇'),
  multiSelect: text('多选', 'Several choices', 'Várias opções', '多選'),
  radio: text('单选', 'One choice', 'Opção única', '單選'),
  date: text('日期', 'Date', 'Data', '日期'),
  region: text('省市区', 'Region', 'Região', '省市區'),
  address: WORD.address,
  image: WORD.image,
  file: WORD.file,
  agreement: text('勾选同意', 'Consent', 'Aceite', '勾選同意'),
  divider: text('分隔线', 'Divider', 'Divisor', '分隔線'),
  hint: text('说明文字', 'Note', 'Nota', '說明文字'),
};

/** Returns whether a kind of field has options. */
export const hasOptions = ({ kind }: Pick<FormField, 'kind'>): boolean =>
  kind === 'select' || kind === 'multiSelect' || kind === 'radio';

const FIRST_FILES = 3;
const FIRST_OPTIONS = ['a', 'b'].map((value) => ({
  value,
  label: text(
    `选项 ${value.toUpperCase()}`,
    `Option ${value.toUpperCase()}`,
    `Opção ${value.toUpperCase()}`,
    `選項 ${value.toUpperCase()}`,
  ),
}));

/** Builds a new field. Its label is the name of the kind, and it has the settings that the kind requires. */
export const emptyField = (key: string, kind: FormKind): FormField => ({
  key,
  kind,
  label: KIND_TEXT[kind],
  required: false,
  ...(hasOptions({ kind }) && { options: FIRST_OPTIONS }),
  ...(isUpload({ kind }) && { maxCount: FIRST_FILES }),
  ...(kind === 'idCard' && { sensitive: true }),
});

export const emptyBlock = (key: string, kind: BlockKind): Block => ({
  key,
  kind,
  title: BLOCK_TEXT[kind],
  text: kind === 'form' ? text('提交申请', 'Apply', 'Enviar solicitação', '提交申請') : EMPTY_TEXT,
  image: null,
  tel: '',
  items: WITH_ITEMS.includes(kind) ? [{ title: EMPTY_TEXT, text: EMPTY_TEXT, image: null }] : [],
});

/** The page of a new installation. */
export const FIRST_PAGE: PageVersion = {
  ...FIRST_FORM,
  blocks: [
    {
      ...emptyBlock('banner', 'banner'),
      title: text('加入我们', 'Become a franchisee', 'Seja um franqueado', '加入我們'),
      text: text(
        '填写申请，我们会在两个工作日内联系您。',
        'Fill in the form. We will contact you within two working days.',
        'Preencha o formulário. Entramos em contato em até dois dias úteis.',
        '填寫申請，我們會在兩個工作日內聯絡您。',
      ),
    },
    emptyBlock('form', 'form'),
    {
      ...emptyBlock('agreement', 'agreement'),
      title: text('个人信息授权书', 'Consent to data processing', 'Consentimento de dados', '個人資料授權書'),
      text: text(
        '<p>您提交的信息仅用于加盟洽谈，不会提供给第三方。您可以随时要求我们删除。</p>',
        '<p>We use the information you submit only to discuss a franchise with you. We do not share it with third parties. You may ask us to delete it at any time.</p>',
        '<p>Usamos os dados enviados apenas para tratar da franquia. Não os repassamos a terceiros. Você pode pedir a exclusão a qualquer momento.</p>',
        '<p>您提交的資訊僅用於加盟洽談，不會提供給第三方。您可以隨時要求我們刪除。</p>',
      ),
    },
  ],
  settings: {
    title: WORD.franchiseApplication,
    shareImage: null,
    needSms: true,
    repeatDays: 30,
    reapplyDays: 30,
    successText: text(
      '我们已收到您的申请，会尽快与您联系。',
      'We have received your application and will contact you soon.',
      'Recebemos sua solicitação e entraremos em contato em breve.',
      '我們已收到您的申請，會儘快與您聯絡。',
    ),
    notifyStaffIds: [],
    openFrom: null,
    openTo: null,
    maxPerDay: null,
    autoAssign: 'none',
    assignStaffIds: [],
  },
};
