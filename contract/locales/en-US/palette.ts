import type { Texts } from '../types';
import type { palette as source } from '../zh-CN/palette';

export const palette: Texts<typeof source> = {
  title: 'Command palette',
  button: 'Search',
  placeholder: 'Find pages, actions, stations, people…',
  recent: 'Recent',
  record1: 'Record',
  records: 'Records',
  team: 'Stations',
  staff: 'Staff',
  account: 'Accounts',
  identity: 'Identities',
  record: 'Operation records',
  all: '{kind}: everything with “{text}”',
  waiting: 'Searching…',
  nothing: 'Nothing found for “{text}”',
  kinds: 'Also searched: {kinds}. Try another name, a number, or the first digits of a phone.',
  failed: 'The search failed',
  retry: 'Press Enter to try again',
  count: '{n, plural, one {# result} other {# results}}',
  footMove: 'to move',
  footPick: 'to open',
  footApart: 'in a new tab',
};
