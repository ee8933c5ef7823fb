import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';
import { words } from './words';

export const siteChecklist: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: words.checklistName,
  name: words.checklistName,
  edition: words.version,
  named: words.nameWithVersion,
  editionNo: 'Version {n}',
  state: words.state,
  itemCount: 'Items',
  points: 'Points',
  uses: 'Inspections',
  updatedAt: words.updatedAtFeminine,
  updatedByName: words.updatedByFeminine,
  publishedAt: words.publishedAtFeminine,
  empty: 'A checklist lists the items to check during an inspection.',
  save: words.saveDraft,
  add: 'Add checklist',
  edit: words.edit,
  editPublished: 'Editing a published version makes a draft of the next one; running inspections keep theirs.',
  publish: words.publish,
  publishText: 'Publish {names}? It cannot be changed afterwards; the previous version is disabled.',
  retire: words.disable,
  retireText: 'Disable {names}? No inspection can be planned with it.',
  items: words.items,
  addItem: 'Add item',
  removeItem: 'Remove item {n}',
  itemN: words.itemN,
  itemsFault: 'Fill in title, standard and 1–20 points for every item',
};
