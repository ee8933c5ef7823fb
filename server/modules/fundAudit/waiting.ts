import type { ActorContext } from '../../core/http/context';
import { entries } from './decide';

/** Entries that wait for the caller: the same documents as in the approvals inbox, never their own. */
export const waitingEntries = ({ db, actor, clock }: ActorContext) => entries.box(db, actor, 'forMe', clock.now());
