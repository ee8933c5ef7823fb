/** Where an invariant of DOMAIN §4.3 does not hold: its number, the transaction, account or day, and what is wrong. */
export interface Offence {
  readonly invariant: number;
  readonly where: string;
  readonly text: string;
}
