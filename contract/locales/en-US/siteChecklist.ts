import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';

export const siteChecklist: Texts<typeof source> = {
  keyword: 'Keyword',
  keywordHint: 'Name of the checklist',
  name: 'Checklist',
  edition: 'Version',
  state: 'State',
  itemCount: 'Items',
  points: 'Points',
  uses: 'Inspections',
  updatedAt: 'Changed',
  updatedByName: 'Changed by',
  publishedAt: 'Published',
  empty: 'A checklist lists what is looked at during an inspection.',
  add: 'New checklist',
  edit: 'Edit',
  editPublished: 'Editing a published version makes a draft of the next one; running inspections keep theirs.',
  publish: 'Publish',
  publishText: 'Publish {names}? It cannot be changed afterwards; the version before is retired.',
  retire: 'Retire',
  retireText: 'Retire {names}? No inspection can be planned with it.',
  items: 'Items',
  addItem: 'Add item',
  removeItem: 'Remove item {n}',
  itemN: 'Item {n}',
  itemsFault: 'Fill in title, standard and 1–20 points of every item',
};
