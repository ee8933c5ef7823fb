import { LOSS } from '@contract/foodLoss.states';
import type { Text } from '@contract/text';
import { t as tNow } from '@/app/i18n/i18n';
import type { Field, OptionSpec } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import type { LossRow } from './list';

/** Fields that several forms of a case share. */

export const options = (texts: Readonly<Record<string, Text>>): readonly OptionSpec[] =>
  Object.entries(texts).map(([value, text]) => ({ value, label: text }));
/** Returns whether the order has such a party: an order can lack a rider or a merchant. */
export const hasParty = (row: LossRow | undefined, party: string) =>
  party === 'rider' ? row?.riderName !== '' : party === 'merchant' ? row?.merchantName !== '' : true;

/** Builds the field for files of a case: photos and documents. @param required at least one file */
export const filesField = (
  name: 'files' | 'photos',
  text: 'foodLoss.files' | 'foodLoss.photos',
  required: boolean,
): Field => ({
  kind: 'custom',
  name,
  label: text,
  required,
  ...(name === 'photos' && { help: 'foodLoss.photosHelp' as const }),
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene="foodLoss"
      label={tNow(text)}
      id={id}
      max={LOSS.photos}
      value={Array.isArray(value) ? (value as number[]) : []}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
});
