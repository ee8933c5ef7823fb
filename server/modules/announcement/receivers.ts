import type { PersonType } from '../../../contract/announcement.states';
import type { Actor } from '../../core/actor';
import type { Receiver } from './store';

const TYPES: Readonly<Record<Actor['accountType'], PersonType>> = {
  owner: 'staff',
  staff: 'staff',
  station: 'station',
  franchisee: 'franchisee',
};

/** Converts an account to the receiver that announcements refer to. */
export const receiverOf = ({ accountType, accountId }: Pick<Actor, 'accountType' | 'accountId'>): Receiver => ({
  personType: TYPES[accountType],
  personId: accountId,
});
