import { useMemo } from 'react';
import { openHelp } from '@/app/commands/help';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useManual } from '@/features/manual/useManual';
import { chainOf } from '../pageTable';
import type { Section } from './items';
import { best, fitOf } from './match';

/** Maximum number of manual sections in the search results. */
const MOST = 3;
/** Returns the minimum length of a text for a search in the manual. One Chinese character is sufficient. */
const fewest = (text: string): number => (/\p{Script=Han}/u.test(text) ? 1 : 3);
const NONE: readonly Section[] = [];

/** Finds sections of the manual by text, except sections about pages that the user may not open. The first search loads the manual. */
export function useManualSection(text: string): readonly Section[] {
  const t = useT();
  const { can } = usePlatform();
  const isWanted = text.length >= fewest(text);
  // If the manual cannot be loaded, the palette still shows all other results.
  const { data: pages } = useManual(isWanted);
  return useMemo(() => {
    if (!isWanted || !pages) return NONE;
    const all = pages.flatMap((page) => page.sections.map((section) => ({ ...section, page: page.title })));
    const open = all.filter(({ id }) => !id.startsWith('/') || can(chainOf(id).at(-1)?.rule_id ?? 0));
    const found = best(open, ({ title, text: words }) => fitOf(text, title, words), MOST);
    if (found.length === 0) return NONE;
    const items = found.map(({ id, title, page }) => ({
      id: `manual:${id}`,
      text: title,
      note: page,
      path: null,
      run: () => openHelp(id),
    }));
    return [{ key: 'manual', title: t('manual.title'), items }];
  }, [isWanted, pages, text, can, t]);
}
