import { count, moment, resource, search, state, text } from './resource';
import { CHECKLIST_STATES } from './siteSafety.states';

/** Fields of checklist versions in lists (DOMAIN §3.8). */
export const SITE_CHECKLIST = resource('siteChecklist', {
  keyword: search('siteChecklist.keywordHint'),
  name: text({ opens: true }),
  edition: count(),
  state: state(CHECKLIST_STATES, { filter: 'many' }),
  itemCount: count(),
  points: count(),
  uses: count(),
  updatedAt: moment({ sort: true }),
  updatedByName: text(),
  publishedAt: moment({ nullable: true }),
});
