// Written by `npm run lists` from the files beside it; not edited by hand.
import { area } from './area';
import { menu } from './menu';
import { shell } from './shell';

/** Everything behind the sign-in; the other languages are typed by it. */
export const consoleTexts = { area, menu, shell };
