import type { Data } from '@contract/index';

export type BatchRow = Data<'finance.Recon/getBatches'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const KEPT = ['part', 'form'] as const;

/** Builds the link to the differences of a merchant number on one day. */
export const itemsOf = ({
  merchantNumberId,
  day,
}: {
  readonly merchantNumberId: number;
  readonly day: string;
}): string => `/financial/merchantIdFunds?part=items&merchantNumberIds=${merchantNumberId}&dayFrom=${day}&dayTo=${day}`;
