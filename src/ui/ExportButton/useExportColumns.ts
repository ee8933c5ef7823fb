import type { ExportModule } from '@contract/export.modules';
import type { Data } from '@contract/index';
import { useState } from 'react';
import { usePreference } from '@/app/usePreference';

type Offer = Data<'export.Task/prepare'>;

const readColumns = (stored: unknown): readonly string[] | null =>
  Array.isArray(stored) && stored.length > 0 ? stored.filter((key) => typeof key === 'string') : null;

/** Manages the columns to export. The default is the columns that the user picked last, or else the server's suggestion. */
export function useExportColumns(module: ExportModule) {
  const [stored, state, keepColumns] = usePreference(`export.${module}`, readColumns);
  const [picked, setPicked] = useState<{ module: ExportModule; columns: readonly string[] } | null>(null);
  const usual = (from: Offer) => {
    const known = new Set(from.columns.map((column) => column.key));
    const own = stored?.filter((column) => known.has(column)) ?? [];
    return own.length > 0 ? own : from.columns.filter((column) => column.chosen).map((column) => column.key);
  };
  return {
    /** `true` until the columns of the last export are known, or could not be loaded. */
    isLoading: state === 'loading',
    columnsOf: (offer: Offer | undefined) => (picked?.module === module ? picked.columns : offer ? usual(offer) : []),
    pick: (next: readonly string[]) => setPicked({ module, columns: next }),
    /** Stores the exported columns for the next export, if the user has picked columns of this table in this dialog. */
    keep: (chosen: readonly string[]) => {
      if (picked?.module === module) keepColumns(chosen);
    },
  };
}
