import type { Generated } from 'kysely';
import type { RiderIdentityState } from '../../../../contract/riderIdentity.states';

/** Reported changes of riders' identities (migration 0284). Owned by server/modules/riderIdentity. */
export interface RiderIdentityTables {
  rider_identity: RiderIdentityTable;
}

interface RiderIdentityTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  rider_id: number;
  team_id: number;
  state: RiderIdentityState;
  /** Values before the change. Encrypted id card numbers use the additional authenticated data `rider.id_card.<rider id>`. */
  old_name: string;
  old_id_card: Buffer;
  name: string;
  /** `null` means that the id card number does not change. */
  id_card: Buffer | null;
  id_card_hash: string | null;
  birth: string | null;
  gender: 'male' | 'female' | null;
  /** Always 0, because no account of the console reports a change. */
  maker_id: Generated<number>;
  maker_name: Generated<string>;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
}
