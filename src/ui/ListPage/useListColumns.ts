import { useCallback, useMemo, useRef } from 'react';
import { usePreference } from '@/app/usePreference';
import { type ColumnChoice, type ColumnWidths, choiceOf, readChoice, shownColumns } from './columns';
import type { Column } from './types';
import type { ListControl } from './useListState';

export interface ListColumns<R> {
  readonly choice: ColumnChoice;
  readonly choose: (next: ColumnChoice) => void;
  readonly shown: readonly Column<R>[];
  readonly widths: ColumnWidths;
  readonly chooseWidths: (widths: ColumnWidths) => void;
}

/** Returns the visible columns: those of the URL, or the user's choice. Columns and widths keep their identity until they change. */
export function useListColumns<R>(
  list: string,
  columns: readonly Column<never>[],
  control: Pick<ListControl, 'state' | 'setColumns'>,
): ListColumns<R> {
  const { state, setColumns } = control;
  const [ownChoice, , saveChoice] = usePreference(`list.${list}`, (stored) => readChoice(columns, stored));
  // A saved view or a shared link decides the columns while it is shown. Widths and density remain those of the user.
  const choice = state.columns === null ? ownChoice : choiceOf(columns, state.columns, ownChoice);
  const choose = (next: ColumnChoice) => {
    if (state.columns === null) return saveChoice({ ...next });
    const { dense, widths } = next;
    if (dense !== ownChoice.dense || widths !== ownChoice.widths) saveChoice({ ...ownChoice, dense, widths });
    setColumns(shownColumns(columns, next).map((column) => column.key));
  };
  const latestChoice = useRef(ownChoice);
  latestChoice.current = ownChoice;
  const chooseWidths = useCallback(
    (widths: ColumnWidths) => saveChoice({ ...latestChoice.current, widths }),
    [saveChoice],
  );
  const widthsKey = JSON.stringify(choice.widths);
  const widths = useMemo(() => JSON.parse(widthsKey) as ColumnWidths, [widthsKey]);
  const chosenKey = JSON.stringify(choice);
  const shown = useMemo(
    () => shownColumns(columns, JSON.parse(chosenKey) as ColumnChoice) as readonly Column<R>[],
    [columns, chosenKey],
  );
  return { choice, choose, shown, widths, chooseWidths };
}
