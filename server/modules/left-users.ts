import { forgetProposalReasons } from './approval';
import { forgetLossUsers } from './foodLoss';
import { forgetNoticeUsers } from './serviceNotice';
import type { ForgetUsers } from './user';

/** Removes copies of the personal data of users who left, for the job of the module user (docs/decisions/0058). */
export const FORGET_USERS: readonly ForgetUsers[] = [forgetLossUsers, forgetProposalReasons, forgetNoticeUsers];
