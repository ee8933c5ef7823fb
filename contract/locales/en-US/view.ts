import type { Texts } from '../types';
import type { view as source } from '../zh-CN/view';
import { words } from './words';

export const view: Texts<typeof source> = {
  title: 'View:',
  plain: 'All records',
  unsaved: 'Unsaved view',
  mine: 'My views',
  everyone: 'Everyone',
  onlyMe: 'Only me',
  sharedWith: 'Identity “{name}”',
  manage: 'Manage',
  changed: 'Changed',
  update: 'Save changes',
  updated: words.viewNameSaved,
  back: words.discardChanges,
  make: 'Save as new view',
  edit: 'Rename and share',
  name: 'Name of the view',
  who: 'Who can use it',
  identity: words.identity,
  remove: words.deleteView,
  removeText: 'The view “{name}” cannot be recovered. The records stay as they are.',
  removeSharedText: 'The view “{name}” disappears for everyone who uses it. The records stay as they are.',
  setDefault: 'Make this my default view',
  defaultSet: 'This list now opens with “{name}”',
  setIdentityDefault: 'Make default for an identity',
  identityDefaultText:
    'People with the identity who have no default view of their own will see “{name}” when they open the list.',
  unsetIdentityDefault: 'Remove default for “{name}”',
  pick: 'Open view',
};
