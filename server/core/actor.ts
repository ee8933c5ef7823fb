import type { FieldRule } from '../../contract/field-rules';

/**
 * Rows that an account may see (DOMAIN §1). With several identities, the widest scope applies. `alsoTeamIds` are the account's own
 * stations.
 */
export type DataScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'regions'; readonly codes: readonly string[]; readonly alsoTeamIds?: readonly number[] }
  | { readonly kind: 'teams'; readonly ids: readonly number[] }
  | { readonly kind: 'franchisees'; readonly ids: readonly number[]; readonly alsoTeamIds?: readonly number[] };

/** The user of a session. Users who are loaded without a session, such as possible approvers, have `sessionId` 0. */
export interface Actor {
  readonly accountId: number;
  readonly account: string;
  readonly name: string;
  readonly tel: string;
  readonly accountType: 'owner' | 'staff' | 'station' | 'franchisee';
  readonly identityNames: readonly string[];
  readonly rules: ReadonlySet<number>;
  /** Kinds of data that the user may see. Except for `amount`, the user also needs the page's permission to show masked data. */
  readonly fields: ReadonlySet<FieldRule>;
  /** Data scope of the called endpoint's module. For endpoints without a permission, it is the widest scope of all identities. */
  readonly scope: DataScope;
  /** Returns the data scope of a permission, for endpoints that serve several modules. */
  scopeOf(rule: number): DataScope;
  readonly sessionId: number;
  readonly mustChangePassword: boolean;
}
