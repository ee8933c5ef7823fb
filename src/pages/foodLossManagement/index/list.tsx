import { FOOD_LOSS } from '@contract/foodLoss.fields';
import type { Data } from '@contract/index';
import { listOf } from '@/ui/resource/list';

export type LossRow = Data<'foodLoss.Report/getList'>['list'][number];

export const LIST = listOf('foodLoss.Report/getList', FOOD_LOSS);
