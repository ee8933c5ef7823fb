import type { AreaTexts } from '../i18n';
import type { consoleTexts as source } from '../zh-CN/console';
import { menu } from './menu';
import { shell } from './shell';

export const consoleTexts: AreaTexts<typeof source> = { menu, shell };
