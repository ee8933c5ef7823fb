import { useCallback, useMemo, useState } from 'react';

const NO_ROWS: ReadonlySet<number> = new Set();

export interface Selection<R> {
  readonly selected: ReadonlySet<number>;
  readonly select: (id: number, on: boolean) => void;
  readonly selectAll: (on: boolean) => void;
  readonly clear: () => void;
  /** The selected rows among the loaded rows. */
  readonly chosen: readonly R[];
  readonly isWholePage: boolean;
  /** `true` when all matching records are selected, including other pages. */
  readonly isAll: boolean;
  readonly chooseAll: () => void;
}

/** Manages the selected rows. Another query clears the selection. */
export function useSelection<R extends { readonly id: number }>(
  question: string,
  rows: readonly R[] | undefined,
): Selection<R> {
  const [selection, setSelection] = useState({ question, ids: NO_ROWS, all: false });
  const selected = selection.question === question ? selection.ids : NO_ROWS;
  const clear = useCallback(() => setSelection({ question: '', ids: NO_ROWS, all: false }), []);
  const select = useCallback(
    (id: number, on: boolean) => {
      setSelection((before) => {
        const ids = new Set(before.question === question ? before.ids : NO_ROWS);
        if (on) ids.add(id);
        else ids.delete(id);
        return { question, ids, all: false };
      });
    },
    [question],
  );
  const selectAll = useCallback(
    (on: boolean) => setSelection({ question, ids: on ? new Set(rows?.map((row) => row.id)) : NO_ROWS, all: false }),
    [question, rows],
  );
  const chosen = useMemo(() => rows?.filter((row) => selected.has(row.id)) ?? [], [rows, selected]);
  const isWholePage = rows !== undefined && chosen.length === rows.length;
  const isAll = selection.all && selection.question === question && isWholePage;
  const chooseAll = () => setSelection((before) => ({ ...before, all: true }));
  return { selected, select, selectAll, clear, chosen, isWholePage, isAll, chooseAll };
}
