import type { Data } from '@contract/index';
import type { FormValues } from '@/ui/EntityForm/store';

export type CategoryRow = Data<'information.Category/getList'>['list'][number];
export type BannerRow = Data<'information.Banner/getList'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['part', 'form'];

export { closeForm, formAddress, formOf, openForm } from '@/app/formAddress';

export const textOf = (value: unknown): string => String(value ?? '').trim();
export const numbersOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
export const reasonIn = (values: FormValues) => ({ reason: textOf(values.reason) });
export const target = ({ id, version }: { readonly id: number; readonly version: number }) => ({ id, version });
