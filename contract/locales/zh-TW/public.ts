import type { AreaTexts } from '../types';
import type { publicTexts as source } from '../zh-CN/public';
import { common } from './common';
import { login } from './login';

export const publicTexts: AreaTexts<typeof source> = { common, login };
