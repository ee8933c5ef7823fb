import { text } from './text';

/** Units behind the number of a setting. */
export const MINUTES = text('分钟', 'min', 'min', '分鐘');
export const HOURS = text('小时', 'hours', 'horas', '小時');
export const DAYS = text('天', 'days', 'dias', '天');
