import { LOSS } from '@contract/foodLoss.states';
import type { Text } from '@contract/text';
import type { Field, OptionSpec } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import type { LossRow } from './list';

/** Fields that several forms of a case share. */

export const options = (texts: Readonly<Record<string, Text>>): readonly OptionSpec[] =>
  Object.entries(texts).map(([value, text]) => ({ value, label: text }));
/** Returns whether the order has such a party: an order can lack a rider or a merchant. */
export const hasParty = (row: LossRow | undefined, party: string) =>
  party === 'rider' ? row?.riderName !== '' : party === 'merchant' ? row?.merchantName !== '' : true;

/** Builds the field for files of a case: photos and documents. @param required at least one file */
export const caseFiles = (
  name: 'files' | 'photos',
  text: 'foodLoss.files' | 'foodLoss.photos',
  required: boolean,
): Field =>
  filesField({
    name,
    label: text,
    required,
    ...(name === 'photos' && { help: 'foodLoss.photosHelp' as const }),
    scene: 'foodLoss',
    max: LOSS.photos,
  });
