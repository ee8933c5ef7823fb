import { menu } from './menu';
import { shell } from './shell';

/** Everything behind the sign-in, one area a line. */
export const consoleTexts = { menu, shell };
