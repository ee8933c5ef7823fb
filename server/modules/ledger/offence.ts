/** A breach of an invariant of DOMAIN §4.3: its number, the transaction, account or day, and what is wrong. */
export interface Offence {
  readonly invariant: number;
  readonly where: string;
  readonly text: string;
}
