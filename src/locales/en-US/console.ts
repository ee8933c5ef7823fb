// Written by `npm run lists` from the files beside it; not edited by hand.
import type { AreaTexts } from '../i18n';
import type { consoleTexts as source } from '../zh-CN/console';
import { area } from './area';
import { menu } from './menu';
import { shell } from './shell';

export const consoleTexts: AreaTexts<typeof source> = { area, menu, shell };
