import type { PersonType } from '../../../contract/announcement.states';
import type { Actor } from '../../core/actor';
import type { Receiver } from './store';

const TYPES: Readonly<Record<Actor['accountType'], PersonType>> = {
  owner: 'staff',
  staff: 'staff',
  station: 'station',
  franchisee: 'franchisee',
};

/** Returns the receiver that an account is for announcements. */
export const receiverOf = ({ accountType, accountId }: Pick<Actor, 'accountType' | 'accountId'>): Receiver => ({
  personType: TYPES[accountType],
  personId: accountId,
});
