import { lifecycle } from './lifecycle';
import type { MerchantState } from './merchant.states';
import type { RiderState } from './riderWork.states';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares words, limits and states of service notices (服务通知, DOMAIN §3.4). It imports no library, because the browser
 * loads it.
 */

/**
 * Format of template codes, limits and default values of service notices. Limits of texts are in characters. All other limits are numbers
 * of entries, unless the name or a comment contains a unit.
 */
export const SERVICE_NOTICE = {
  code: /^[a-z][a-zA-Z0-9]{2,31}$/,
  name: { min: 2, max: 30 },
  upstreamId: { min: 1, max: 64 },
  signName: { min: 2, max: 12 },
  titleText: { min: 1, max: 30 },
  body: { min: 1, max: 500 },
  fields: 10,
  fieldLabel: { min: 1, max: 20 },
  fieldValue: { min: 1, max: 60 },
  jumpPath: 200,
  /** Maximum messages of one template per person and day. 0 means that there is no limit. */
  dailyCap: { min: 0, max: 20, initial: 3 },
  quiet: { from: '22:00', to: '08:00' },
  unitFen: { min: 0, max: 100, initial: 5 },
  title: { min: 2, max: 50 },
  variable: { min: 1, max: 100 },
  /** Minimum minutes between scheduling a task and sending it. */
  aheadMinutes: 10,
  /** If there are more recipients than this, only the owner may send. */
  ownerAbove: 50_000,
  listRows: 50_000,
  /** Maximum Base64 characters of the uploaded list. */
  listCharacters: 8_000_000,
  teams: 200,
  tags: 10,
  reason: { min: 2, max: 100 },
} as const;

export const SERVICE_CHANNEL_TEXT = {
  inSite: text('站内信', 'In-app inbox', 'Caixa do aplicativo', '站內信'),
  sms: WORD.sms,
  appletSubscribe: text(
    '微信小程序订阅消息',
    'WeChat mini program message',
    'Mensagem do miniprograma WeChat',
    '微信小程式訂閱訊息',
  ),
  officialTemplate: text('公众号模板消息', 'Official account message', 'Mensagem da conta oficial', '公眾號範本訊息'),
  alipayMessage: text(
    '支付宝小程序消息',
    'Alipay mini program message',
    'Mensagem do miniprograma Alipay',
    '支付寶小程式訊息',
  ),
  dySubscribe: text(
    '抖音小程序订阅消息',
    'Douyin mini program message',
    'Mensagem do miniprograma Douyin',
    '抖音小程式訂閱訊息',
  ),
  appPush: text('应用推送', 'App push', 'Push do aplicativo', '應用程式推播'),
} as const;
export type ServiceChannel = keyof typeof SERVICE_CHANNEL_TEXT;
export const SERVICE_CHANNELS = Object.keys(SERVICE_CHANNEL_TEXT) as [ServiceChannel, ...ServiceChannel[]];

/** Properties of a channel's templates and messages. */
interface ChannelForm {
  readonly hasTitle: boolean;
  readonly hasBody: boolean;
  /** `true` means that the template has the fields of a platform template, and no text of its own. */
  readonly hasFields: boolean;
  readonly hasUpstream: boolean;
  readonly hasPrice: boolean;
  /**
   * Target of a message. `any`: a page or an https URL, or no target · `page`: only a page of the mini program, or no target ·
   * `requiredPage`: a page of the mini program is required.
   */
  readonly opens: 'any' | 'page' | 'requiredPage';
  /** `true` means that each message uses up one subscription of the user to the template. */
  readonly isOnce: boolean;
}

const OWN_TEXT: ChannelForm = {
  ...{ hasTitle: true, hasBody: true, hasFields: false, hasUpstream: false },
  ...{ hasPrice: false, opens: 'any', isOnce: false },
};
const SUBSCRIPTION: ChannelForm = {
  ...{ hasTitle: false, hasBody: false, hasFields: true, hasUpstream: true },
  ...{ hasPrice: false, opens: 'page', isOnce: true },
};
export const CHANNEL_FORM: Readonly<Record<ServiceChannel, ChannelForm>> = {
  inSite: OWN_TEXT,
  sms: { ...OWN_TEXT, hasTitle: false, hasUpstream: true, hasPrice: true },
  appletSubscribe: SUBSCRIPTION,
  officialTemplate: { ...SUBSCRIPTION, opens: 'any', isOnce: false },
  alipayMessage: { ...SUBSCRIPTION, opens: 'requiredPage' },
  dySubscribe: SUBSCRIPTION,
  appPush: OWN_TEXT,
};

/** Kinds of people that a task is sent to. A person's number is the id of the user, rider or merchant. */
export const NOTICE_PERSON_TEXT = { user: WORD.users, rider: WORD.riders, merchant: WORD.merchants } as const;
export type NoticePerson = keyof typeof NOTICE_PERSON_TEXT;
export const NOTICE_PERSONS = Object.keys(NOTICE_PERSON_TEXT) as [NoticePerson, ...NoticePerson[]];

/** Channels that can reach riders and merchants, with the kinds of people that they reach. All other channels can reach only users. */
const REACHED_BY: Readonly<Partial<Record<ServiceChannel, readonly NoticePerson[]>>> = {
  inSite: NOTICE_PERSONS,
  sms: NOTICE_PERSONS,
};
export const reaches = (channel: ServiceChannel, person: NoticePerson): boolean =>
  (REACHED_BY[channel] ?? ['user']).includes(person);

/** Kinds of people that a template is for. `any` means all people that its channel can reach. */
export const TEMPLATE_PERSON_TEXT = {
  any: text('不限', 'Anyone', 'Qualquer pessoa', '不限'),
  ...NOTICE_PERSON_TEXT,
} as const;
export type TemplatePerson = keyof typeof TEMPLATE_PERSON_TEXT;
export const TEMPLATE_PERSONS = Object.keys(TEMPLATE_PERSON_TEXT) as [TemplatePerson, ...TemplatePerson[]];
export const isFor = (template: TemplatePerson, person: NoticePerson): boolean =>
  template === 'any' || template === person;
/** Returns whether the channel can also reach riders and merchants. */
export const reachesOthers = (channel: ServiceChannel): boolean => channel in REACHED_BY;

export const EVERYONE_TEXT: Readonly<Record<NoticePerson, Text>> = {
  user: text('全部用户', 'All users', 'Todos os usuários', '全部使用者'),
  rider: text('全部骑手', 'All riders', 'Todos os entregadores', '全部騎手'),
  merchant: text('全部商家', 'All merchants', 'Todos os comerciantes', '全部商家'),
};
const BY_CONDITIONS = text('按条件', 'By conditions', 'Por condições', '依條件');
export const AUDIENCE_TEXT = {
  all: EVERYONE_TEXT.user,
  teams: text('按所属站点', 'By home station', 'Por estação', '依所屬站點'),
  levels: text('按等级', 'By level', 'Por nível', '依等級'),
  tags: text('按标签', 'By tag', 'Por etiqueta', '依標籤'),
  conditions: BY_CONDITIONS,
  riderConditions: BY_CONDITIONS,
  merchantConditions: BY_CONDITIONS,
  list: text('上传名单', 'Uploaded list', 'Lista enviada', '上傳名單'),
  users: text('指定用户', 'Chosen users', 'Usuários escolhidos', '指定使用者'),
} as const;
export type AudienceKind = keyof typeof AUDIENCE_TEXT;
/** The audiences that are possible for each kind of people. The form shows them in this order. */
export const AUDIENCE_KINDS: Readonly<Record<NoticePerson, readonly [AudienceKind, ...AudienceKind[]]>> = {
  user: ['all', 'teams', 'levels', 'tags', 'conditions', 'list', 'users'],
  rider: ['all', 'teams', 'riderConditions', 'list'],
  merchant: ['all', 'teams', 'merchantConditions', 'list'],
};
/** Rider states that a notice can select. If no state is selected, riders in all these states except `applying` receive the notice. */
export const NOTICE_RIDER_STATES = ['applying', 'probation', 'active', 'suspended'] as const satisfies RiderState[];
export const MERCHANT_STATE_TEXT: Readonly<Record<MerchantState, Text>> = {
  active: WORD.activeMasculine,
  closed: text('已关店', 'Closed down', 'Encerrado', '已關店'),
};

const SEND = 2306;
export const noticeTaskLifecycle = lifecycle({
  entity: 'serviceNotice',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    scheduled: { text: text('待发送', 'Scheduled', 'Agendado', '待傳送'), tone: 'info' },
    sending: { text: WORD.sending, tone: 'working' },
    paused: { text: text('已暂停', 'Paused', 'Pausado', '已暫停'), tone: 'attention' },
    finished: { text: WORD.done, tone: 'good' },
    partFailed: { text: text('部分失败', 'Partly failed', 'Falha parcial', '部分失敗'), tone: 'bad' },
    cancelled: { text: WORD.cancelledMasculine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'send',
      from: ['draft'],
      to: 'scheduled',
      by: 'staff',
      rule: SEND,
      risk: 'confirm',
      text: WORD.send,
    },
    {
      action: 'pause',
      from: ['sending'],
      to: 'paused',
      by: 'staff',
      rule: SEND,
      risk: 'none',
      text: text('暂停', 'Pause', 'Pausar', '暫停'),
    },
    {
      action: 'resume',
      from: ['paused'],
      to: 'sending',
      by: 'staff',
      rule: SEND,
      risk: 'confirm',
      text: text('继续发送', 'Resume', 'Retomar', '繼續傳送'),
    },
    {
      action: 'retryFailed',
      from: ['partFailed'],
      to: 'sending',
      by: 'staff',
      rule: SEND,
      risk: 'confirm',
      text: text('重试失败项', 'Retry failed', 'Repetir falhas', '重試失敗項'),
    },
    {
      action: 'cancel',
      from: ['scheduled'],
      to: 'cancelled',
      by: 'staff',
      rule: SEND,
      risk: 'confirm',
      text: text('取消发送', 'Cancel', 'Cancelar envio', '取消傳送'),
    },
    {
      action: 'start',
      from: ['scheduled'],
      to: 'sending',
      by: 'system',
      risk: 'none',
      text: text('开始发送', 'Sending began', 'Envio iniciado', '開始傳送'),
    },
    {
      action: 'tooMany',
      from: ['sending'],
      to: 'cancelled',
      by: 'system',
      risk: 'none',
      text: text('人数超限，已取消', 'Too many recipients', 'Destinatários demais', '人數超限，已取消'),
    },
    {
      action: 'finish',
      from: ['sending'],
      to: 'finished',
      by: 'system',
      risk: 'none',
      text: text('发送完成', 'Sending ended', 'Envio concluído', '傳送完成'),
    },
    {
      action: 'fail',
      from: ['sending'],
      to: 'partFailed',
      by: 'system',
      risk: 'none',
      text: text('部分发送失败', 'Some messages failed', 'Algumas mensagens falharam', '部分傳送失敗'),
    },
  ],
});
/** Reason why a task ends before it sends anything: it has too many recipients, and the owner did not start it. */
export const OVER_LIMIT = text(
  '可发送对象超过 {n} 人，须由平台主账号发送。',
  'More than {n} recipients: only the owner account can send to them.',
  'Mais de {n} destinatários: somente a conta principal pode enviar.',
  '可傳送對象超過 {n} 人，須由平台主帳號傳送。',
);
export type NoticeTaskState = keyof typeof noticeTaskLifecycle.states;

export const TEMPLATE_STATES = {
  enabled: { text: WORD.enabledMasculine, tone: 'good' },
  disabled: { text: WORD.disabledMasculine, tone: 'neutral' },
} as const;
export type TemplateState = keyof typeof TEMPLATE_STATES;

/** States of one message. Opening a message does not change its state. `openedAt` has the time of opening. */
export const DELIVERY_STATES = {
  waiting: { text: text('等待发送', 'Waiting', 'Aguardando', '等待傳送'), tone: 'info' },
  sending: { text: WORD.sending, tone: 'working' },
  sent: { text: text('已发送', 'Sent', 'Enviada', '已傳送'), tone: 'good' },
  delivered: { text: WORD.deliveredMasculine, tone: 'good' },
  failed: { text: WORD.failed, tone: 'bad' },
  skipped: { text: text('已跳过', 'Skipped', 'Ignorada', '已略過'), tone: 'neutral' },
} as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

/** Our reasons for a skipped or failed message. The page also shows the platform's own message. */
export const DELIVERY_REASON_TEXT = {
  noPhone: text('用户没有手机号', 'The user has no phone', 'O usuário não tem telefone', '使用者沒有手機號'),
  notBound: text(
    '用户未绑定该渠道',
    'The user is not reachable by this channel',
    'O usuário não usa este canal',
    '使用者未綁定該管道',
  ),
  noDevice: text(
    '用户没有可推送的设备',
    'The user has no device for push',
    'O usuário não tem dispositivo para push',
    '使用者沒有可推播的裝置',
  ),
  noSubscription: text(
    '没有可用的一次性订阅',
    'No one-time subscription is left',
    'Não há assinatura avulsa disponível',
    '沒有可用的一次性訂閱',
  ),
  unsubscribed: text('用户已退订', 'The user has unsubscribed', 'O usuário cancelou a inscrição', '使用者已退訂'),
  dailyCap: text('超过每日上限', 'Above the daily limit', 'Acima do limite diário', '超過每日上限'),
  left: WORD.userHasLeft,
  offboarded: text('骑手已离职', 'The rider is off-boarded', 'O entregador foi desligado', '騎手已離職'),
  landline: text(
    '电话不是手机号',
    'The phone number is not a mobile number',
    'O telefone não é celular',
    '電話不是手機號',
  ),
  refused: text('渠道拒绝', 'The channel refused it', 'O canal recusou', '管道拒絕'),
  noAnswer: text(
    '渠道没有回复，结果未知',
    'The channel did not answer; the result is unknown',
    'O canal não respondeu; o resultado é desconhecido',
    '管道沒有回覆，結果未知',
  ),
  interrupted: text(
    '发送时服务中断，结果未知',
    'The server stopped while sending; the result is unknown',
    'O servidor parou durante o envio; o resultado é desconhecido',
    '傳送時服務中斷，結果未知',
  ),
  notConfigured: text('渠道未配置', 'The channel is not configured', 'O canal não está configurado', '管道未設定'),
} as const;
export type DeliveryReason = keyof typeof DELIVERY_REASON_TEXT;
