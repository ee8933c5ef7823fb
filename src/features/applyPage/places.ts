/** This module fills the selects of a region field, from the province downwards. Each choice loads the list of the next select. */

export interface Place {
  readonly code: string;
  readonly name: string;
}
/** Lists the subregions of a region code, or all provinces for an empty code. The promise is rejected with the reason of a failure. */
export type Regions = (parent: string) => Promise<readonly Place[]>;

const PREFIX_LEVELS = [2, 4, 6];
/** Returns the codes of a region and its ancestors, from the province downwards. */
const chainOf = (code: string): string[] => [
  ...new Set(PREFIX_LEVELS.map((length) => code.slice(0, length).padEnd(6, '0'))),
];
const selectsIn = (shell: Element) => [...shell.querySelectorAll<HTMLSelectElement>('[data-place]')];

/**
 * Clears the selects below `level`, and loads the list of the first of these selects.
 *
 * @throws the error of `regions`
 */
export async function loadBelow(shell: Element, level: number, code: string, regions: Regions): Promise<void> {
  const selects = selectsIn(shell);
  for (const select of selects.slice(level + 1)) {
    select.length = 1;
    select.disabled = true;
  }
  const [chosen, next] = selects.slice(level);
  if (!chosen || !next || code === '') return;
  const list = await regions(code).catch((error: Error) => error);
  // If the user has chosen another region during the load, this list is outdated.
  if (chosen.value !== code) return;
  if (list instanceof Error) {
    // A select reports only changes. The user must be able to choose this region again, because the choice loads the list.
    chosen.value = '';
    throw list;
  }
  for (const place of list) next.add(new Option(place.name, place.code));
  next.disabled = list.length === 0;
}

/**
 * Chooses a region and its ancestors in the selects. The list of each lower level is loaded before its region is chosen.
 *
 * @throws the error of `regions`
 */
export async function choosePlace(shell: Element, code: string, regions: Regions): Promise<void> {
  const chain = chainOf(code);
  for (const [level, select] of selectsIn(shell).entries()) {
    const wanted = chain[level];
    if (wanted === undefined) break;
    select.value = wanted;
    await loadBelow(shell, level, wanted, regions);
  }
}
