import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { NoticeContent, serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { NOTICE_TEMPLATE } from '../../../contract/serviceNotice.fields';
import {
  fieldType,
  missingKey,
  patternFault,
  type TextFault,
  variablesIn,
} from '../../../contract/serviceNotice.limits';
import {
  CHANNEL_FORM,
  reachesOthers,
  SERVICE_CHANNEL_TEXT,
  SERVICE_NOTICE,
  type ServiceChannel,
  TEMPLATE_STATES,
} from '../../../contract/serviceNotice.states';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { refusedField } from '../../core/http/validation';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { messageText } from '../../core/texts';
import { readyChannels } from './channels';
import type { Way } from './reach-store';
import {
  changeTemplate,
  enabledTemplates,
  findTemplate,
  insertTemplate,
  lockTemplate,
  type TemplateRecord,
  templatePage,
} from './template-store';

/** Templates (模板). When a template is saved, its content is checked against the channel's limits. */

type In<A extends keyof typeof serviceNoticeEndpoints> = ParsedOf<(typeof serviceNoticeEndpoints)[A]>;
type Typed = In<'user.Notice/saveTemplate'>;

/** Maximum number of templates that a task form offers. */
const CHOICES = 200;

const WORDS = {
  tooLong: text(
    '{field}最多 {n} 个字符',
    '{field} allows at most {n} characters',
    '{field} permite no máximo {n} caracteres',
    '{field}最多 {n} 個字元',
  ),
  badForm: text(
    '{field}的内容与字段类型不符',
    '{field} does not fit the type of the field',
    '{field} não corresponde ao tipo do campo',
    '{field}的內容與欄位類型不符',
  ),
  badKey: text(
    '字段名须为平台的类型加数字，如 thing1',
    'A field key is a type of the platform and a number, like thing1',
    'A chave é um tipo da plataforma e um número, como thing1',
    '欄位名須為平台的類型加數字，如 thing1',
  ),
  badKeyword: text(
    '字段名须为 keyword1、keyword2 等，按平台模板中关键词的顺序',
    'Field keys are keyword1, keyword2 and so on, in the order of the platform’s template',
    'As chaves são keyword1, keyword2 etc., na ordem do modelo da plataforma',
    '欄位名須為 keyword1、keyword2 等，依平台範本中關鍵詞的順序',
  ),
  badName: text(
    '字段名须与平台模板的关键词一致，不超过 20 个字且不含空格',
    'A field key is a keyword of the platform’s template: 20 characters at most, without spaces',
    'A chave é uma palavra-chave do modelo da plataforma: até 20 caracteres, sem espaços',
    '欄位名須與平台範本的關鍵詞一致，不超過 20 個字且不含空格',
  ),
  missingKey: text(
    '缺少字段 {field}：平台要求填写模板的全部关键词',
    'The field {field} is missing: the platform requires every keyword of the template',
    'Falta o campo {field}: a plataforma exige todas as palavras-chave do modelo',
    '缺少欄位 {field}：平台要求填寫範本的全部關鍵詞',
  ),
  repeatedKey: text(
    '字段名 {field} 重复',
    'The field key {field} is used twice',
    'A chave {field} está repetida',
    '欄位名 {field} 重複',
  ),
  badPath: text(
    '跳转路径须为小程序路径（如 pages/index）或 https 地址',
    'The path must be a mini-program path (such as pages/index) or an https address',
    'O caminho é do miniprograma (como pages/index) ou um endereço https',
    '跳轉路徑須為小程式路徑（如 pages/index）或 https 位址',
  ),
  badPage: text(
    '跳转路径须为小程序路径，如 pages/index',
    'The path must be a mini-program path, such as pages/index',
    'O caminho é do miniprograma, como pages/index',
    '跳轉路徑須為小程式路徑，如 pages/index',
  ),
  taken: text('模板编码已存在', 'This code is already used', 'Este código já é usado', '範本編碼已存在'),
  saved: text('模板已保存', 'Template saved', 'Modelo salvo', '範本已儲存'),
  enabled: text('模板已启用', 'Template enabled', 'Modelo ativado', '範本已啟用'),
  disabled: text('模板已停用', 'Template disabled', 'Modelo desativado', '範本已停用'),
} as const;

/** Lists the texts of a template that may contain variables. */
export const textsOf = ({ title, body, fields }: Pick<NoticeContent, 'title' | 'body' | 'fields'>): string[] => [
  ...(title === null ? [] : [title]),
  ...(body === null ? [] : [body]),
  ...fields.map(({ value }) => value),
];

/** Formats the message as one line. */
export const previewOf = ({ title, body, fields }: NoticeContent): string =>
  fields.length > 0
    ? fields.map(({ label, value }) => `${label}：${value}`).join('，')
    : [title, body].filter(Boolean).join(' · ');

const quietText = (quiet: TemplateRecord['quiet']) => (quiet === null ? null : `${quiet.from}–${quiet.to}`);

function answer(ctx: ActorContext, row: TemplateRecord) {
  const { stored } = row;
  return {
    id: row.id,
    version: row.version,
    ...answerRow(ctx, NOTICE_TEMPLATE, row, {
      content: previewOf(stored),
      variables: variablesIn(textsOf(stored)).join(', '),
      upstreamId: stored.upstreamId,
      quietHours: quietText(row.quiet),
    }),
    actions: ctx.can(RULE['user.notice.edit'])
      ? ['editTemplate', row.status === 'enabled' ? 'disableTemplate' : 'enableTemplate']
      : [],
  };
}

export const templateList = (ctx: ActorContext, input: In<'user.Notice/getTemplates'>) =>
  paged(ctx, input, async (page) => {
    const { list, total } = await templatePage(ctx.db, input, input.sortOrder ?? 'desc', page);
    return { list: list.map((row) => answer(ctx, row)), total, summary: {} };
  });

/** Reads a template with its details. @throws Refusal 40401 (unknown id) */
export async function templateDetail(ctx: ActorContext, { id }: In<'user.Notice/getTemplate'>) {
  const row = await findTemplate(ctx.db, id);
  if (!row) throw refuse(40401);
  const { content: preview, upstreamId: _shown, ...shown } = answer(ctx, row);
  return {
    ...shown,
    ...row.stored,
    content: preview,
    variableNames: variablesIn(textsOf(row.stored)),
    quiet: row.quiet,
    unitFen: row.unitFen,
  };
}

/** Returns the channel of a template and the platform's template id. @throws Refusal 40401 (unknown id) */
export async function templateWay(ctx: ActorContext, id: number): Promise<Omit<Way, 'personType'>> {
  const template = await findTemplate(ctx.db, id);
  if (!template) throw refuse(40401);
  return { channel: template.channel, upstreamId: template.stored.upstreamId };
}

export async function templateChoices(ctx: ActorContext) {
  const ready = await readyChannels(ctx);
  const list = (await enabledTemplates(ctx.db, CHOICES)).map(({ id, name, channel, personType, stored }) => ({
    id,
    text: `${name} (${ctx.t(SERVICE_CHANNEL_TEXT[channel])})`,
    variableNames: variablesIn(textsOf(stored)),
    preview: previewOf(stored),
    channel,
    personType,
    isReady: ready.has(channel),
  }));
  return { list };
}

/** Builds the error for a text that is invalid for its field. */
export function faultError(ctx: Pick<ActorContext, 't'>, field: string, label: string, fault: TextFault): FieldError {
  return fault.kind === 'long'
    ? { field, rule: 'maxLength', message: ctx.t(WORDS.tooLong, { field: label, n: fault.max }) }
    : { field, rule: 'pattern', message: ctx.t(WORDS.badForm, { field: label }) };
}

const PAGE = /^\/?[A-Za-z][\w/-]*(\?[\w=&%.-]*)?$/;
const ADDRESS = /^https:\/\/[^\s<>"]+$/;

/** Finds errors in the path that a message opens. */
function pathFaults(ctx: ActorContext, channel: ServiceChannel, path: string | null): FieldError[] {
  const { opens } = CHANNEL_FORM[channel];
  if (path === null) {
    if (opens !== 'requiredPage') return [];
    return [refusedField(ctx, 'jumpPath', 'required', messageText('noticeTemplate.jumpPath'))];
  }
  const isAny = opens === 'any';
  if (PAGE.test(path) || (isAny && ADDRESS.test(path))) return [];
  return [{ field: 'jumpPath', rule: 'pattern', message: ctx.t(isAny ? WORDS.badPath : WORDS.badPage) }];
}

/** Checks that the content has the parts that the channel needs, in their formats. @throws Refusal 40001 with every invalid field */
function checkedContent(ctx: ActorContext, typed: Typed): NoticeContent {
  const form = CHANNEL_FORM[typed.channel];
  const errors: FieldError[] = [];
  const needed = <K extends 'title' | 'body' | 'upstreamId' | 'signName'>(name: K, isAsked: boolean) => {
    if (!isAsked) return null;
    const value = typed[name] || null;
    const label = messageText(`noticeTemplate.${name}`);
    if (value === null) errors.push(refusedField(ctx, name, 'required', label));
    return value;
  };
  const content = {
    title: needed('title', form.hasTitle),
    body: needed('body', form.hasBody),
    upstreamId: needed('upstreamId', form.hasUpstream),
    signName: needed('signName', typed.channel === 'sms'),
    fields: form.hasFields ? typed.fields.map((field) => ({ ...field })) : [],
    jumpPath: typed.jumpPath || null,
  };
  if (form.hasFields && content.fields.length === 0) {
    errors.push(refusedField(ctx, 'fields', 'required', messageText('noticeTemplate.fields')));
  }
  errors.push(...pathFaults(ctx, typed.channel, content.jumpPath));
  errors.push(...fieldFaults(ctx, typed.channel, content.fields));
  if (typed.quietHours && typed.quietHours.from === typed.quietHours.to) {
    errors.push(refusedField(ctx, 'quietHours', 'pattern', messageText('noticeTemplate.quietHours')));
  }
  if (errors.length > 0) throw invalid(errors);
  return content;
}

const wrongFields = (message: string): FieldError => ({ field: 'fields', rule: 'pattern', message });

/** Error texts for invalid field keys, with the platform's own term for the keys. */
const KEY_WORDS: Partial<Record<ServiceChannel, Text>> = {
  alipayMessage: WORDS.badKeyword,
  dySubscribe: WORDS.badName,
};

function fieldFaults(ctx: ActorContext, channel: ServiceChannel, fields: NoticeContent['fields']): FieldError[] {
  const seen = new Set<string>();
  const faults = fields.flatMap(({ key, label, value }): FieldError[] => {
    const type = fieldType(channel, key);
    if (type === null) return [wrongFields(ctx.t(KEY_WORDS[channel] ?? WORDS.badKey))];
    if (seen.has(key)) return [wrongFields(ctx.t(WORDS.repeatedKey, { field: key }))];
    seen.add(key);
    const fault = patternFault(type, value);
    return fault ? [faultError(ctx, 'fields', label, fault)] : [];
  });
  const missing = missingKey(
    channel,
    fields.map(({ key }) => key),
  );
  // If a field is invalid, we do not also report a missing key.
  return missing === null || faults.length > 0 ? faults : [wrongFields(ctx.t(WORDS.missingKey, { field: missing }))];
}

/**
 * Creates or changes a template.
 *
 * @throws Refusal 40001 (invalid content, or code taken), 40301 (no permission), 40401 (unknown id), 40901 (changed meanwhile)
 */
export async function saveTemplate(ctx: ActorContext, typed: Typed) {
  const { id, version } = typed;
  const isNew = id === undefined;
  if (!ctx.can(RULE[isNew ? 'user.notice.create' : 'user.notice.edit'])) throw refuse(40301);
  const former = isNew ? undefined : await lockTemplate(ctx.db, id);
  if (!isNew && !former) throw refuse(40401);
  // The channel and code of an existing template cannot change, because its tasks and daily limits depend on the channel.
  const kept = former ? { ...typed, channel: former.channel, code: former.code } : typed;
  const content = checkedContent(ctx, kept);
  if (former && version !== former.version) {
    throw conflict(await templateDetail(ctx, { id: former.id }), former.updatedByName, former.updatedAt);
  }
  const { code, name, channel, dailyCap, quietHours, unitFen } = kept;
  // A channel that does not reach riders and merchants supports only templates for users.
  const personType = reachesOthers(channel) ? kept.personType : 'user';
  const now = ctx.clock.now();
  const row = {
    updated_at: now,
    updated_by_name: ctx.actor.name,
    name,
    person_type: personType,
    content: JSON.stringify(content),
    daily_cap: dailyCap,
    quiet_hours: quietHours ? JSON.stringify(quietHours) : null,
    unit_fen: CHANNEL_FORM[channel].hasPrice ? unitFen : 0,
  };
  const rowId = former?.id ?? ctx.ids.next();
  ctx.audit({
    objectId: rowId,
    objectNo: code,
    after: { code, name, channel, personType, dailyCap, quietHours, unitFen },
  });
  if (former) await changeTemplate(ctx.db, former, row);
  else {
    const added = await insertTemplate(ctx.db, {
      ...row,
      id: rowId,
      created_at: now,
      code,
      channel,
      status: 'enabled',
    });
    if (!added) throw invalid([{ field: 'code', rule: 'unique', message: ctx.t(WORDS.taken) }]);
  }
  const status = former?.status ?? 'enabled';
  return {
    id: rowId,
    no: code,
    state: status,
    stateText: ctx.t(TEMPLATE_STATES[status].text),
    version: (former?.version ?? 0) + 1,
    message: ctx.t(WORDS.saved),
  };
}

/** Enables or disables a template. @throws Refusal 40401 (unknown id), 40901 (changed meanwhile) */
export async function toggleTemplate(ctx: ActorContext, { id, version, enabled }: In<'user.Notice/toggleTemplate'>) {
  const row = await lockTemplate(ctx.db, id);
  if (!row) throw refuse(40401);
  if (row.version !== version) throw conflict(answer(ctx, row), row.updatedByName, row.updatedAt);
  const status = enabled ? 'enabled' : 'disabled';
  await changeTemplate(ctx.db, row, { status, updated_at: ctx.clock.now(), updated_by_name: ctx.actor.name });
  ctx.audit({ objectId: id, objectNo: row.code, before: { status: row.status }, after: { status } });
  return {
    id,
    no: row.code,
    state: status,
    stateText: ctx.t(TEMPLATE_STATES[status].text),
    version: version + 1,
    message: ctx.t(WORDS[status]),
  };
}

/** Maximum length of title and body in characters, measured after the variables are filled in. */
export const OWN_TEXT_MAX = { title: SERVICE_NOTICE.titleText.max, body: SERVICE_NOTICE.body.max } as const;
