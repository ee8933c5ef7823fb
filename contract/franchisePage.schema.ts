import { z } from 'zod';
import { id, keysOf, within, words } from './endpoint';
import { CONDITION_OPS, FILE_TYPES, FORM, FORM_KINDS } from './franchiseForm';
import { AUTO_ASSIGN, BLOCK_KINDS, PAGE } from './franchisePage.content';
import { LOCALES } from './text';

/** This file declares the schemas for the builder's input. `checkPage` checks the contents before publication. */

/** Schema of a text in all languages. A text may be empty, for example in a disabled language. */
const texts = (limit: { readonly max: number }) =>
  z.strictObject({ 'zh-CN': words(limit), 'zh-TW': words(limit), 'en-US': words(limit), 'pt-BR': words(limit) });
const anyTexts = () => z.record(z.enum(LOCALES), z.string());
const bound = () => z.int().min(-FORM.amountFen.max).max(FORM.amountFen.max).optional();

const field = z.strictObject({
  key: z.string().max(32),
  kind: z.enum(FORM_KINDS),
  label: texts(FORM.label),
  placeholder: texts(FORM.placeholder).optional(),
  help: texts(FORM.help).optional(),
  required: z.boolean(),
  min: bound(),
  max: bound(),
  pattern: z.string().max(100).optional(),
  patternMessage: texts(FORM.patternMessage).optional(),
  options: z
    .array(z.strictObject({ value: z.string().max(32), label: texts(FORM.label) }))
    .max(FORM.options.max)
    .optional(),
  maxCount: z.int().min(1).max(FORM.options.max).optional(),
  accept: z
    .array(z.enum(keysOf(FILE_TYPES)))
    .max(keysOf(FILE_TYPES).length)
    .optional(),
  visibleWhen: z
    .strictObject({
      key: z.string().max(32),
      op: z.enum(CONDITION_OPS),
      value: z.array(z.string().max(100)).max(FORM.options.max),
    })
    .optional(),
  sensitive: z.boolean().optional(),
});

const block = z.strictObject({
  key: z.string().regex(PAGE.blockKey),
  kind: z.enum(BLOCK_KINDS),
  title: texts(PAGE.blockTitle),
  text: texts(PAGE.html),
  image: id().nullable(),
  tel: words(PAGE.tel),
  items: z
    .array(z.strictObject({ title: texts(PAGE.itemTitle), text: texts(PAGE.itemText), image: id().nullable() }))
    .max(PAGE.items.max),
});

const settings = z.strictObject({
  title: texts(PAGE.title),
  shareImage: id().nullable(),
  needSms: z.boolean(),
  repeatDays: within(PAGE.repeatDays),
  reapplyDays: within(PAGE.repeatDays),
  successText: texts(PAGE.successText),
  notifyStaffIds: z.array(id()).max(PAGE.staff.max),
  openFrom: z.iso.date().nullable(),
  openTo: z.iso.date().nullable(),
  maxPerDay: within(PAGE.maxPerDay).nullable(),
  autoAssign: z.enum(AUTO_ASSIGN),
  assignStaffIds: z.array(id()).max(PAGE.staff.max),
});

/** Schema of the content that the builder edits. */
export const pageContent = {
  blocks: z.array(block).min(PAGE.blocks.min).max(PAGE.blocks.max),
  fields: z.array(field).min(FORM.fields.min).max(FORM.fields.max),
  settings,
};

const item = z.object({ title: anyTexts(), text: anyTexts(), image: id().nullable() });

/** Schema of stored content, as the builder reads it. Its limits are looser, because earlier versions may have had other limits. */
export const storedContent = z.object({
  blocks: z.array(block.extend({ title: anyTexts(), text: anyTexts(), tel: z.string(), items: z.array(item) })),
  fields: z.array(
    field.extend({
      label: anyTexts(),
      placeholder: anyTexts().optional(),
      help: anyTexts().optional(),
      pattern: z.string().optional(),
      patternMessage: anyTexts().optional(),
      options: z.array(z.object({ value: z.string(), label: anyTexts() })).optional(),
      visibleWhen: z.object({ key: z.string(), op: z.enum(CONDITION_OPS), value: z.array(z.string()) }).optional(),
    }),
  ),
  settings: settings.extend({ title: anyTexts(), successText: anyTexts() }),
});
