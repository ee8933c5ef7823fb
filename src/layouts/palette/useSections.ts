import { useMemo } from 'react';
import type { Command } from '@/app/commands/registry';
import { type Translate, useT } from '@/app/i18n/i18n';
import { useFound, useRecent } from './hooks';
import { askedSections, type Item, localSections, type Section } from './items';
import { useManualSection } from './manual';
import type { Question } from './useQuestion';

/** Id of the option that repeats a failed search. */
export const RETRY = 'retry';

const retryItem = (t: Translate): Item => ({
  id: RETRY,
  text: t('palette.failed'),
  note: t('palette.retry'),
  path: null,
  run: null,
});

/**
 * Builds the sections of the palette. Commands, pages and recent places appear immediately; records and sections of the manual appear
 * when they are found.
 *
 * @returns the sections, and the state of the search for records
 */
export function useSections({ text, asking, kept }: Question, commands: readonly Command[]) {
  const t = useT();
  const recent = useRecent(kept);
  const found = useFound(text, asking?.asks?.kind ?? null);
  const manual = useManualSection(asking ? '' : text);
  const local = useMemo(() => localSections(text, commands, recent, t), [text, commands, recent, t]);
  const sections = useMemo<readonly Section[]>(
    () => [
      ...(asking?.asks
        ? askedSections(text, asking.asks, recent, [...found.groups], t)
        : [...local, ...found.sections, ...manual]),
      ...(found.error ? [{ key: 'failed', title: t('palette.records'), items: [retryItem(t)] }] : []),
    ],
    [local, found.sections, found.groups, found.error, manual, asking, text, recent, t],
  );
  return { sections, found };
}
