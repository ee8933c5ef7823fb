import { announcementLifecycle } from '../../../contract/announcement.states';
import type { SearchHit } from '../../../contract/search';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { inLanguage } from '../information';
import { readSetting } from '../site';
import { announcementFilter } from './list';
import { announcementRows } from './store';

/** Finds announcements by title (in any language) or author, for the global search. */
export async function findAnnouncements(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const filter = await announcementFilter(ctx, { keyword: words });
  const list = await newest(announcementRows(ctx.db, filter), 'announcement', limit);
  return list.map(({ id, title, state, authorName, publishAt }) =>
    searchHit(ctx, announcementLifecycle.states[state], {
      id,
      title: inLanguage(title, ctx.locale, defaultLocale),
      note: authorName,
      at: publishAt,
    }),
  );
}
