import { forgetProposalReasons } from './approval';
import { forgetLossUsers } from './foodLoss';
import { forgetNoticeUsers } from './serviceNotice';
import type { ForgetUsers } from './user';

/** The functions that remove copies of a departed user's personal data. The job of module `user` calls them (docs/decisions/0058). */
export const FORGET_USERS: readonly ForgetUsers[] = [forgetLossUsers, forgetProposalReasons, forgetNoticeUsers];
