import { z } from 'zod';
import { actionData, id, listData, listInput, queryId, read, words, write } from './endpoint';
import { fieldShape, filterShape, sortKeys } from './resource.schema';
import { SITE_CHECKLIST } from './siteChecklist.fields';
import { ITEM_GROUPS, SAFETY } from './siteSafety.states';
import { text } from './text';

/** This file declares the endpoints for the checklists of inspections (检查表, DOMAIN §3.8). A published version never changes. */

const checklistItem = z.object({
  /** Key of the item. It is unique within the version. */
  key: z.string().regex(/^[a-z0-9]{1,16}$/),
  group: z.enum(ITEM_GROUPS),
  title: words(SAFETY.itemTitle),
  standard: words(SAFETY.standard),
  points: z.int().min(SAFETY.points.min).max(SAFETY.points.max),
});

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(SITE_CHECKLIST),
  actions: z.array(z.string()),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: 'safety.site', action, object: 'siteChecklist', text: of }) as const;
const versioned = z.object({ id: id(), version: z.int() });
const PUBLISH = text('发布检查表', 'Publish checklist', 'Publicar lista', '發布檢查表');
const RETIRE = text('停用检查表', 'Disable checklist', 'Desativar lista', '停用檢查表');

export const siteChecklistEndpoints = {
  'safety.Site/getChecklists': read({
    summary: 'Versions of the checklists, the last changed first.',
    access: { rule: 52 },
    input: listInput(filterShape(SITE_CHECKLIST), sortKeys(SITE_CHECKLIST)),
    data: listData(row, z.object({})),
    errors: [40005],
  }),
  'safety.Site/getChecklist': read({
    summary: 'One version with its items.',
    access: { rule: 52 },
    input: z.object({ id: queryId() }),
    data: row.extend({ items: z.array(checklistItem.extend({ groupText: z.string() })) }),
    errors: [40401],
  }),
  'safety.Site/getChecklistOptions': read({
    summary: 'Published checklists, for the form that plans inspections.',
    access: { rule: 5201 },
    input: z.object({}),
    data: z.object({ list: z.array(z.object({ value: id(), label: z.string() })) }),
  }),
  'safety.Site/saveChecklist': write({
    summary: 'Stores a draft: a new checklist, a draft that exists, or the next version of a published one.',
    access: { rule: 5202 },
    idempotent: true,
    audit: audit('saveChecklist', text('保存检查表', 'Save checklist', 'Salvar lista', '儲存檢查表')),
    input: z.object({
      /**
       * `null` creates a new checklist. With the id of a draft, saving changes the draft. With the id of a published version, saving
       * creates the next version, or a new checklist if the name is new.
       */
      id: id().nullable(),
      version: z.int().nullable(),
      name: words(SAFETY.checklistName),
      items: z.array(checklistItem).min(SAFETY.items.min).max(SAFETY.items.max),
    }),
    data: actionData,
    errors: [40401, 40901, 40903, 42201],
  }),
  'safety.Site/publishChecklist': write({
    summary: 'Publishes a draft. It is frozen from now on; the version before is retired.',
    access: { rule: 5202 },
    risk: 'confirm',
    versioned: true,
    audit: audit('publishChecklist', PUBLISH),
    input: versioned,
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
  'safety.Site/retireChecklist': write({
    summary: 'Retires a published version: no inspection is planned with it any more.',
    access: { rule: 5202 },
    risk: 'confirm',
    versioned: true,
    audit: audit('retireChecklist', RETIRE),
    input: versioned,
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
} as const;
