import {
  ANNOUNCE_CHANNEL_TEXT,
  ANNOUNCE_CHANNELS,
  AUDIENCE_TYPE_TEXT,
  AUDIENCE_TYPES,
  announcementLifecycle,
  LEVEL_TEXT,
  LEVEL_TONES,
  PERSON_TYPE_TEXT,
  PERSON_TYPES,
  POPUP_TEXT,
  type Popup,
} from './announcement.states';
import { bp, choice, count, filterOnly, flag, moment, ref, resource, search, state, text } from './resource';

/** Fields of announcements (公告, DOMAIN §3.13) in lists, filters and exports. */
export const ANNOUNCEMENT = resource(
  'announcement',
  {
    keyword: search('announcement.keywordHint'),
    title: text({ opens: true, width: 200 }),
    level: state(LEVEL_TONES, { texts: LEVEL_TEXT, filter: 'many' }),
    audienceType: choice(AUDIENCE_TYPES, { texts: AUDIENCE_TYPE_TEXT, filter: 'many', column: false, fact: false }),
    /** A sentence that describes the audience and its target. */
    audience: text({ width: 140, export: false }),
    /** A row can have several channels. The field `channelsText` names all of them. */
    channels: choice(ANNOUNCE_CHANNELS, { texts: ANNOUNCE_CHANNEL_TEXT, hidden: true }),
    popup: choice(Object.keys(POPUP_TEXT) as Popup[], { texts: POPUP_TEXT, hidden: true }),
    mustConfirm: flag({ hidden: true }),
    pinned: flag({ hidden: true }),
    dynamicTarget: flag({ hidden: true }),
    state: state(announcementLifecycle.states, { filter: 'many' }),
    publishAt: moment({ nullable: true, sort: true, filter: 'days' }),
    expireAt: moment({ nullable: true, hidden: true }),
    readBp: bp({ nullable: true, sort: true, help: 'announcement.readBpHelp' }),
    targets: count({ help: 'announcement.targetsHelp' }),
    readCount: count({ card: 'fact' }),
    confirmedCount: count(),
    authorName: text({ width: 100 }),
    createdAt: moment({ sort: true, hidden: true }),
    /** Filter: only announcements that the user has to confirm and has not confirmed yet. */
    toConfirm: filterOnly('flag'),
    /** Filter: only urgent announcements that the user has not read and does not have to confirm. */
    urgentUnread: filterOnly('flag'),
  },
  {
    totals: {
      published: { kind: 'count', filter: { state: ['published'] } },
      scheduled: { kind: 'count', filter: { state: ['scheduled'] } },
      meanReadBp: { kind: 'count', help: 'announcement.meanReadHelp' },
      waiting: { kind: 'count', help: 'announcement.waitingHelp' },
    },
  },
);

/** Fields of receipts (回执): the receiver, and the times at which the receiver read and confirmed the announcement. */
export const RECEIPT = resource('announcementReceipt', {
  keyword: search('announcementReceipt.keywordHint'),
  personName: text({ card: 'fact' }),
  personType: choice(PERSON_TYPES, { texts: PERSON_TYPE_TEXT, filter: 'many' }),
  teamId: ref('teams', { nullable: true, filter: { kind: 'options', key: 'teamIds' } }),
  isRead: filterOnly('flag'),
  isConfirmed: filterOnly('flag'),
  deliveredAt: moment({ sort: true }),
  readAt: moment({ nullable: true, card: 'fact' }),
  confirmedAt: moment({ nullable: true, card: 'fact' }),
  remindedAt: moment({ nullable: true, hidden: true }),
  device: text({ nullable: true }),
  /**
   * The answers that the receiver chose in the quiz, as letters. `null` means that the receiver has not confirmed the announcement. The
   * text is empty if there is no quiz.
   */
  answers: text({ nullable: true, hidden: true }),
});
