import { lifecycle } from './lifecycle';
import { publishingSteps } from './publishing';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, labels, states and rules of announcements (公告, DOMAIN §3.13). It imports no library, because the browser
 * loads it.
 */

/** Limits of announcements. Lengths are in characters. */
export const ANNOUNCE = {
  title: { min: 2, max: 50 },
  /** Maximum characters of the HTML in one language. */
  content: 50_000,
  attachments: 5,
  /** Maximum number of values in each field of a target, for example of station ids. */
  targets: 200,
  confirmText: { min: 2, max: 100 },
  quiz: 3,
  question: { min: 2, max: 100 },
  answers: { min: 2, max: 4 },
  answer: { min: 1, max: 50 },
  reason: { min: 2, max: 200 },
  /** Maximum number of pinned, published announcements. */
  pinned: 3,
  /** Minimum hours between two reminders of one announcement. */
  remindGapHours: 4,
  /** Number of people in the audience above which only the owner can publish with text messages. */
  smsOwnerAbove: 50_000,
  /** Maximum number of announcements in a reader's panel. Pinned announcements come first, then the newest. */
  inbox: 50,
} as const;

export const LEVEL_TEXT = {
  normal: text('普通', 'Normal', 'Normal', '普通'),
  important: WORD.important,
  urgent: WORD.urgent,
} as const;
export type AnnounceLevel = keyof typeof LEVEL_TEXT;
export const LEVEL_TONES = { normal: 'neutral', important: 'attention', urgent: 'bad' } as const;

/** Audience types and their names. */
export const AUDIENCE_TYPE_TEXT = {
  all: text('全部', 'Everyone', 'Todos', '全部'),
  stations: WORD.stations,
  staff: WORD.staff,
  riders: WORD.riders,
  merchants: WORD.merchants,
  franchisees: WORD.franchisees,
} as const;
export type AudienceType = keyof typeof AUDIENCE_TYPE_TEXT;
export const AUDIENCE_TYPES = Object.keys(AUDIENCE_TYPE_TEXT) as [AudienceType, ...AudienceType[]];

/** Kinds of people and their names. The id of a person is an account id, a rider id or a merchant id. */
export const PERSON_TYPE_TEXT = {
  staff: WORD.staff,
  station: text('站点账号', 'Station account', 'Conta da estação', '站點帳號'),
  franchisee: text('加盟商账号', 'Franchisee account', 'Conta do franqueado', '加盟商帳號'),
  rider: WORD.rider,
  merchant: WORD.merchant,
} as const;
export type PersonType = keyof typeof PERSON_TYPE_TEXT;
export const PERSON_TYPES = Object.keys(PERSON_TYPE_TEXT) as [PersonType, ...PersonType[]];
/** Kinds of people who sign in to this console. */
export const CONSOLE_PEOPLE = ['staff', 'station', 'franchisee'] as const satisfies readonly PersonType[];

/** The kinds of people in each audience. The server writes receipts in this order. */
export const PEOPLE_OF: Readonly<Record<AudienceType, readonly PersonType[]>> = {
  all: PERSON_TYPES,
  stations: ['station'],
  staff: ['staff'],
  riders: ['rider'],
  merchants: ['merchant'],
  franchisees: ['franchisee'],
};

/** The target fields that each audience type allows. `excludeIds` contains ids of stations, staff accounts or franchisees. */
export const TARGET_PARTS = {
  all: [],
  stations: ['regions', 'teamIds', 'excludeIds'],
  staff: ['identityIds', 'excludeIds'],
  riders: ['regions', 'teamIds', 'riderTypes', 'excludeIds'],
  merchants: ['regions', 'teamIds', 'excludeIds'],
  franchisees: ['regions', 'franchiseeIds', 'excludeIds'],
} as const satisfies Record<AudienceType, readonly string[]>;
export type TargetPart = (typeof TARGET_PARTS)[AudienceType][number];
export const hasTargetPart = (audience: AudienceType, part: TargetPart): boolean =>
  (TARGET_PARTS[audience] as readonly string[]).includes(part);

/** Channels and their names. The server always adds `inSite`. The official account reaches only console users who have bound it. */
export const ANNOUNCE_CHANNEL_TEXT = {
  inSite: text('站内', 'In-site', 'No console', '站內'),
  sms: WORD.sms,
  officialAccount: WORD.officialAccount,
} as const;
export type AnnounceChannel = keyof typeof ANNOUNCE_CHANNEL_TEXT;
export const ANNOUNCE_CHANNELS = Object.keys(ANNOUNCE_CHANNEL_TEXT) as [AnnounceChannel, ...AnnounceChannel[]];

export const POPUP_TEXT = {
  none: text('不弹窗', 'No pop-up', 'Sem janela', '不彈窗'),
  once: text('弹窗一次', 'Pop up once', 'Abrir uma vez', '彈窗一次'),
  untilConfirmed: text('弹窗直至确认', 'Pop up until confirmed', 'Abrir até confirmar', '彈窗直至確認'),
} as const;
export type Popup = keyof typeof POPUP_TEXT;

/** A question of the quiz. `right` is the index of the correct answer. */
export interface QuizQuestion {
  /** If a text is empty in a reader's language, the reader sees the text in the default language. */
  readonly question: Text;
  readonly answers: readonly Text[];
  readonly right: number;
}

/** Returns the indexes of the questions that were answered wrongly. */
export const wrongAnswers = (quiz: readonly QuizQuestion[], answers: readonly number[]): number[] =>
  quiz.flatMap(({ right }, at) => (answers[at] === right ? [] : [at]));

const LETTER_A = 65;
/** Formats chosen answers as letters, in the order of the questions. `[0, 2]` becomes `A, C`. */
export const answerLetters = (answers: readonly number[]): string =>
  answers.map((at) => String.fromCharCode(LETTER_A + at)).join(', ');

/** Returns whether the announcement blocks the reader's console until it is confirmed. */
export const blocksConsole = ({ level, popup }: { readonly level: AnnounceLevel; readonly popup: Popup }): boolean =>
  level === 'urgent' && popup === 'untilConfirmed';

const PUBLISH = 9006;

export const announcementLifecycle = lifecycle({
  entity: 'announcement',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    scheduled: { text: WORD.scheduled, tone: 'info' },
    published: { text: WORD.publishedMasculine, tone: 'good' },
    expired: { text: WORD.expiredMasculine, tone: 'neutral' },
    withdrawn: { text: WORD.withdrawnMasculine, tone: 'bad' },
  },
  transitions: publishingSteps({
    rule: PUBLISH,
    publish: ['draft', 'scheduled'],
    schedule: ['draft'],
    expire: text('到时过期', 'Expired on schedule', 'Expirou no horário', '到時過期'),
  }),
});
export type AnnouncementState = keyof typeof announcementLifecycle.states;
