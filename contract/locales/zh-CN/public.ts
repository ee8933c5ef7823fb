import { common } from './common';
import { login } from './login';

/** What a visitor may see before the sign-in. */
export const publicTexts = { common, login };
