/** A breach of an invariant (DOMAIN §4.3): its number, where it was found (such as a transaction, account or day) and a description. */
export interface Offence {
  readonly invariant: number;
  readonly where: string;
  readonly text: string;
}
