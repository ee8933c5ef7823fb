import {
  type Condition,
  conditionOps,
  FIXED_KEYS,
  FORM,
  type FormField,
  isAsked,
  isUpload,
  offeredTypes,
  scopeField,
} from './franchiseForm';
import { patternOf } from './franchiseForm.pattern';
import { FORMATTED, hasOptions, NEEDED, PAGE, type PageContent, WITH_ITEMS } from './franchisePage.content';
import { type Locale, type Text, text } from './text';
import { WORD } from './words';

/** This file checks whether an application page can be published (DOMAIN §3.6 "Bad input"). Builder and server share its functions. */

export const PAGE_FAULTS = {
  key: text(
    '字段名须以小写字母开头，2–32 位字母或数字',
    'The key needs 2–32 letters or digits and must begin with a lower-case letter',
    'A chave exige 2–32 letras ou dígitos, minúscula no início',
    '欄位名須以小寫字母開頭，2–32 位字母或數字',
  ),
  keyTwice: text('字段名重复', 'Key is used twice', 'Chave repetida', '欄位名重複'),
  fixed: WORD.nameAndPhoneMustStay,
  reserved: text(
    '“idCard” 只能用于身份证号',
    '"idCard" is reserved for the ID card number',
    '"idCard" é reservada ao documento',
    '「idCard」只能用於身分證號',
  ),
  label: text('须填写每种语言', 'Needed in every language', 'Obrigatório em todos os idiomas', '須填寫每種語言'),
  options: text('选项须为 2–50 个', 'A choice needs 2–50 options', 'A escolha exige 2–50 opções', '選項須為 2–50 個'),
  optionValue: text(
    '选项值只能含字母、数字、- 和 _',
    'Option values take letters, digits, - and _',
    'O valor aceita letras, dígitos, - e _',
    '選項值只能含字母、數字、- 和 _',
  ),
  optionTwice: text(
    '选项值不能重复',
    'Option values must be unique',
    'Os valores não podem se repetir',
    '選項值不能重複',
  ),
  files: text('须为 1–9 个', 'Must be 1 to 9', 'Deve ser de 1 a 9', '須為 1–9 個'),
  accept: text('请选择文件类型', 'Please select file types', 'Selecione os tipos de arquivo', '請選擇檔案類型'),
  pattern: text(
    '表达式无效或过于复杂',
    'Pattern is not a valid expression',
    'A expressão não é válida',
    '運算式無效或過於複雜',
  ),
  range: text('最小值不能大于最大值', 'Minimum exceeds maximum', 'O mínimo passa do máximo', '最小值不能大於最大值'),
  condition: text(
    '显示条件所指的字段不存在',
    'The condition refers to a field that does not exist',
    'A condição cita um campo inexistente',
    '顯示條件所指的欄位不存在',
  ),
  conditionOp: text(
    '上传字段的条件只能是“已填写”',
    'A condition on an upload can only be "is answered"',
    'A condição sobre um envio só pode ser "foi respondido"',
    '上傳欄位的條件只能是「已填寫」',
  ),
  kindChanged: text(
    '已发布的字段不能改变类型',
    'The type of a published field cannot be changed',
    'Um campo publicado mantém o tipo',
    '已發布的欄位不能改變類型',
  ),
  cycle: text(
    '显示条件互相循环',
    'The conditions refer to each other in a circle',
    'As condições formam um ciclo',
    '顯示條件互相循環',
  ),
  conditionValue: text('请选择条件的值', 'Please select the value', 'Selecione o valor', '請選擇條件的值'),
  needed: text(
    '须有且仅有一个表单和一个协议',
    'One form and one agreement are needed',
    'É preciso um formulário e um termo',
    '須有且僅有一個表單和一個協議',
  ),
  agreement: text('请填写协议内容', 'Please input the agreement text', 'Informe o texto dos termos', '請填寫協議內容'),
  items: text('请至少填写一项', 'Add at least one entry', 'Inclua ao menos um item', '請至少填寫一項'),
  scope: text(
    '意向区域决定申请由谁跟进，不能设为敏感',
    'The wanted region decides who handles an application, so it cannot be sensitive',
    'A região define quem acompanha a solicitação e não pode ser sensível',
    '意向區域決定申請由誰跟進，不能設為敏感',
  ),
  days: text(
    '结束日期不能早于开始日期',
    'End is before start',
    'O fim vem antes do início',
    '結束日期不能早於開始日期',
  ),
  staff: text(
    '请选择分配给谁',
    'Please select the staff to assign to',
    'Selecione para quem atribuir',
    '請選擇分派給誰',
  ),
} as const satisfies Record<string, Text>;

export interface PageFault {
  /** Path of the faulty value: `fields.3.options`, `blocks.0.title`, `settings.openTo`. */
  readonly path: string;
  readonly fault: keyof typeof PAGE_FAULTS;
}

const isFilled = (words: Text | undefined, locales: readonly Locale[]) =>
  words !== undefined && locales.every((locale) => words[locale].trim() !== '');
const hasDoubles = (values: readonly string[]) => new Set(values).size !== values.length;

/** Returns whether the chain of conditions that starts at a field contains a cycle. */
function isCyclic(start: FormField, byKey: ReadonlyMap<string, FormField>): boolean {
  const seen = new Set<string>();
  let at: FormField | undefined = start;
  while (at?.visibleWhen) {
    if (seen.has(at.key)) return true;
    seen.add(at.key);
    at = byKey.get(at.visibleWhen.key);
  }
  return false;
}

function conditionFault(
  field: FormField,
  condition: Condition,
  byKey: ReadonlyMap<string, FormField>,
): PageFault['fault'] | null {
  const source = byKey.get(condition.key);
  if (!source || !isAsked(source)) return 'condition';
  if (!conditionOps(source).includes(condition.op)) return 'conditionOp';
  if (isCyclic(field, byKey)) return 'cycle';
  return condition.op !== 'notEmpty' && condition.value.length === 0 ? 'conditionValue' : null;
}

function optionFaults(field: FormField, locales: readonly Locale[]): PageFault['fault'][] {
  const options = field.options ?? [];
  const values = options.map(({ value }) => value);
  const { min, max } = FORM.options;
  return [
    ...(options.length < min || options.length > max ? (['options'] as const) : []),
    ...(hasDoubles(values) ? (['optionTwice'] as const) : []),
    ...(values.every((value) => FORM.optionValue.test(value)) ? [] : (['optionValue'] as const)),
    ...(options.every(({ label }) => isFilled(label, locales)) ? [] : (['label'] as const)),
  ];
}

type Found = readonly [at: string, fault: PageFault['fault'] | null];

function uploadFaults(field: FormField): Found[] {
  const { maxCount = FORM.files.max, accept } = field;
  const offered = offeredTypes(field);
  return [
    ['maxCount', maxCount > FORM.files.max ? 'files' : null],
    ['accept', accept && !accept.some((type) => offered.includes(type)) ? 'accept' : null],
  ];
}

function fieldFaults(
  field: FormField,
  byKey: ReadonlyMap<string, FormField>,
  isDouble: boolean,
  locales: readonly Locale[],
): { readonly at: string; readonly fault: PageFault['fault'] }[] {
  const { key, kind, label, min, max, pattern, visibleWhen } = field;
  const isFixed = key in FIXED_KEYS;
  const wrongFixed = isFixed && (kind !== FIXED_KEYS[key] || !field.required || visibleWhen || field.sensitive);
  const found: Found[] = [
    ['key', FORM.key.test(key) ? null : 'key'],
    ['key', isDouble ? 'keyTwice' : null],
    ['key', wrongFixed ? 'fixed' : null],
    ['key', key === 'idCard' && kind !== 'idCard' ? 'reserved' : null],
    ['label', kind === 'divider' || isFilled(label, locales) ? null : 'label'],
    ['pattern', pattern && patternOf(pattern) === null ? 'pattern' : null],
    ['patternMessage', pattern && !isFilled(field.patternMessage, locales) ? 'label' : null],
    ['max', min !== undefined && max !== undefined && min > max ? 'range' : null],
    ['visibleWhen', visibleWhen ? conditionFault(field, visibleWhen, byKey) : null],
    ...(isUpload(field) ? uploadFaults(field) : []),
    ...(hasOptions(field) ? optionFaults(field, locales).map((fault) => ['options', fault] as const) : []),
  ];
  return found.flatMap(([at, fault]) => (fault === null ? [] : [{ at, fault }]));
}

/** Returns the faults of a form's fields, for example in their keys, options, patterns or conditions. */
export function checkFields(fields: readonly FormField[], locales: readonly Locale[]): PageFault[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const count = (key: string) => fields.filter((field) => field.key === key).length;
  const missing = Object.keys(FIXED_KEYS).some((key) => !byKey.has(key));
  const scope = scopeField(fields);
  return [
    ...(missing ? [{ path: 'fields', fault: 'fixed' } as const] : []),
    ...(scope?.sensitive ? [{ path: `fields.${fields.indexOf(scope)}.sensitive`, fault: 'scope' } as const] : []),
    ...fields.flatMap((field, index) =>
      fieldFaults(field, byKey, count(field.key) > 1, locales).map(({ at, fault }) => ({
        path: `fields.${index}.${at}`,
        fault,
      })),
    ),
  ];
}

/**
 * Returns a fault for each field whose kind differs from the kind with which the field was published. The field's existing answers would be
 * invalid for the new kind.
 */
export function checkKinds(fields: readonly FormField[], published: readonly FormField[]): PageFault[] {
  const kinds = new Map(published.map(({ key, kind }) => [key, kind]));
  return fields.flatMap(({ key, kind }, index) =>
    (kinds.get(key) ?? kind) === kind ? [] : [{ path: `fields.${index}.kind`, fault: 'kindChanged' } as const],
  );
}

/** Returns whether HTML contains no text. */
const isBlankHtml = (html: string) => html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

function blockFaults({ blocks }: Pick<PageContent, 'blocks'>, locales: readonly Locale[]): PageFault[] {
  const lacking = NEEDED.some((kind) => blocks.filter((block) => block.kind === kind).length !== 1);
  return [
    ...(lacking ? [{ path: 'blocks', fault: 'needed' } as const] : []),
    ...blocks.flatMap(({ kind, title, text: words, items }, index) => {
      const path = (at: string) => `blocks.${index}.${at}`;
      const isMissing = FORMATTED.includes(kind)
        ? locales.some((locale) => isBlankHtml(words[locale]))
        : kind === 'form' && !isFilled(words, locales);
      const found: PageFault[] = [];
      if (!isFilled(title, locales)) found.push({ path: path('title'), fault: 'label' });
      if (isMissing) found.push({ path: path('text'), fault: kind === 'agreement' ? 'agreement' : 'label' });
      if (!WITH_ITEMS.includes(kind)) return found;
      if (items.length === 0) found.push({ path: path('items'), fault: 'items' });
      if (items.some((item) => !isFilled(item.title, locales))) found.push({ path: path('items'), fault: 'label' });
      return found;
    }),
  ];
}

function settingFaults({ settings }: Pick<PageContent, 'settings'>, locales: readonly Locale[]): PageFault[] {
  const { title, successText, openFrom, openTo, autoAssign, assignStaffIds } = settings;
  const isShort = locales.some((locale) => title[locale].trim().length < PAGE.title.min);
  const found: PageFault[] = [];
  if (isShort) found.push({ path: 'settings.title', fault: 'label' });
  if (!isFilled(successText, locales)) found.push({ path: 'settings.successText', fault: 'label' });
  if (openFrom && openTo && openTo < openFrom) found.push({ path: 'settings.openTo', fault: 'days' });
  if (autoAssign !== 'none' && assignStaffIds.length === 0) {
    found.push({ path: 'settings.assignStaffIds', fault: 'staff' });
  }
  return found;
}

/**
 * Returns the faults that prevent publication.
 *
 * @param locales the languages that visitors can choose. Texts in other languages are not checked
 */
export const checkPage = (content: PageContent, locales: readonly Locale[]): PageFault[] => [
  ...blockFaults(content, locales),
  ...checkFields(content.fields, locales),
  ...settingFaults(content, locales),
];
