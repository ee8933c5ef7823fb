import { forgetProposalReasons } from './approval';
import { forgetLossUsers } from './foodLoss';
import { forgetNoticeUsers } from './serviceNotice';
import type { ForgetUsers } from './user';

/**
 * Functions that remove copies of the personal data of users who deleted their account (docs/decisions/0058). The job of module `user`
 * calls these functions.
 */
export const FORGET_USERS: readonly ForgetUsers[] = [forgetLossUsers, forgetProposalReasons, forgetNoticeUsers];
