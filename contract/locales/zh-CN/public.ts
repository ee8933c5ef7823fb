import { common } from './common';
import { login } from './login';

/** Texts that the sign-in page needs. */
export const publicTexts = { common, login };
