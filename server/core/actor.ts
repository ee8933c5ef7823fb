import type { FieldRule } from '../../contract/field-rules';

/** Rows that a person may see (DOMAIN §1). Several identities: the widest wins. `alsoTeamIds`: a person's further stations. */
export type DataScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'regions'; readonly codes: readonly string[]; readonly alsoTeamIds?: readonly number[] }
  | { readonly kind: 'teams'; readonly ids: readonly number[] }
  | { readonly kind: 'franchisees'; readonly ids: readonly number[]; readonly alsoTeamIds?: readonly number[] };

/** The person behind a session. */
export interface Actor {
  readonly accountId: number;
  readonly account: string;
  readonly name: string;
  readonly tel: string;
  readonly accountType: 'owner' | 'staff' | 'station' | 'franchisee';
  readonly identityNames: readonly string[];
  readonly rules: ReadonlySet<number>;
  /** Kinds of masked data that may be revealed. */
  readonly fields: ReadonlySet<FieldRule>;
  /** The rows of the called endpoint's module; for endpoints without a rule, the widest of all modules. */
  readonly scope: DataScope;
  /** The rows that a rule reaches, for endpoints that serve several modules. */
  scopeOf(rule: number): DataScope;
  readonly sessionId: number;
  readonly mustChangePassword: boolean;
}
