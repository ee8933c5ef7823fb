import { z } from 'zod';
import { ANNOUNCE, ANNOUNCE_CHANNELS, AUDIENCE_TYPES, LEVEL_TEXT, POPUP_TEXT } from './announcement.states';
import { id, keysOf, queryJson, time, words } from './endpoint';
import { inEach, inLanguages } from './information.forms';
import { RIDER_TYPES } from './riderWork.states';

/** This file declares the form of an announcement (DOMAIN §3.13). */

const ids = () => z.array(id()).max(ANNOUNCE.targets).default([]);

/**
 * Narrows an audience. A person of the audience must match every field except `excludeIds`, and must not match `excludeIds`. Within a field
 * one matching value is enough. Empty fields, and fields that the audience type does not allow (`TARGET_PARTS`), do not filter.
 */
export const announcementTarget = z.object({
  /** Region codes of provinces, cities or districts. */
  regions: z
    .array(z.string().regex(/^\d{6}$/))
    .max(ANNOUNCE.targets)
    .default([]),
  teamIds: ids(),
  identityIds: ids(),
  riderTypes: z.array(z.enum(RIDER_TYPES)).max(3).default([]),
  franchiseeIds: ids(),
  /** Ids of stations, staff accounts or franchisees that do not receive the announcement. */
  excludeIds: ids(),
});
export type AnnouncementTarget = z.output<typeof announcementTarget>;

const question = z.object({
  question: inLanguages(ANNOUNCE.question.max),
  answers: z.array(inLanguages(ANNOUNCE.answer.max)).min(ANNOUNCE.answers.min).max(ANNOUNCE.answers.max),
  right: z
    .int()
    .min(0)
    .max(ANNOUNCE.answers.max - 1),
});

export const announcementForm = {
  title: inLanguages(ANNOUNCE.title.max),
  level: z.enum(keysOf(LEVEL_TEXT)),
  /** Text as HTML. The server stores only elements and attributes of the allow-list (DOMAIN §0.1 "Rich text"). */
  content: inLanguages(ANNOUNCE.content),
  /** The schema allows 50 attachments. The server refuses more than five with code 40008. */
  attachments: z.array(id()).max(50),
  audienceType: z.enum(AUDIENCE_TYPES),
  target: announcementTarget,
  channels: z.array(z.enum(ANNOUNCE_CHANNELS)).max(ANNOUNCE_CHANNELS.length),
  popup: z.enum(keysOf(POPUP_TEXT)),
  mustConfirm: z.boolean(),
  confirmText: words(ANNOUNCE.confirmText).nullable(),
  quiz: z.array(question).max(ANNOUNCE.quiz),
  publishMode: z.enum(['now', 'at']),
  publishAt: time().nullable(),
  expireAt: time().nullable(),
  dynamicTarget: z.boolean(),
};

/** Form values of a stored announcement. Texts have no limits here, because a stored text can exceed a limit that was lowered later. */
export const storedAnnouncement = {
  ...announcementForm,
  title: inEach(z.string()),
  content: inEach(z.string()),
  confirmText: z.string().nullable(),
  quiz: z.array(z.object({ question: inEach(z.string()), answers: z.array(inEach(z.string())), right: z.int() })),
};

/** Schema of an {@link AnnouncementTarget} as JSON text in a query string, with at most 20,000 characters. */
export const announcementTargetText = queryJson(announcementTarget, 20_000);
