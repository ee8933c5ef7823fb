/** Parameters of the address that belong to the page. */
export const KEPT = ['part'] as const;

/** The differences of a statement. */
export const itemsOf = ({
  merchantNumberId,
  day,
}: {
  readonly merchantNumberId: number;
  readonly day: string;
}): string => `/financial/merchantIdFunds?part=items&merchantNumberIds=${merchantNumberId}&dayFrom=${day}&dayTo=${day}`;
