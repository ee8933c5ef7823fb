import type { Data } from '@contract/index';

export type BatchRow = Data<'finance.Recon/getBatches'>['list'][number];

/** Address parameters that belong to the page. */
export const KEPT = ['part'] as const;

/** Links to the differences of a statement. */
export const itemsOf = ({
  merchantNumberId,
  day,
}: {
  readonly merchantNumberId: number;
  readonly day: string;
}): string => `/financial/merchantIdFunds?part=items&merchantNumberIds=${merchantNumberId}&dayFrom=${day}&dayTo=${day}`;
