import { evidenceScene, LOSS, type LossEvidenceKind } from '@contract/foodLoss.states';
import type { Text } from '@contract/text';
import type { FormValues } from '@/ui/EntityForm/store';
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

/** The upload field of each scene: a field keeps its files when the type of the evidence changes and changes back. */
const EVIDENCE = { foodLoss: 'files', foodLossVideo: 'videos', foodLossVoice: 'voices' } as const;
const fieldOf = (values: FormValues) => EVIDENCE[evidenceScene(values.kind as LossEvidenceKind)];

/** Builds the fields for files of evidence, one for each scene; the chosen type decides which one the form shows. */
export const evidenceFiles = (): readonly Field[] =>
  (Object.keys(EVIDENCE) as (keyof typeof EVIDENCE)[]).map((scene) =>
    filesField({
      name: EVIDENCE[scene],
      label: 'foodLoss.files',
      when: (values) => fieldOf(values) === EVIDENCE[scene],
      scene,
      max: LOSS.photos,
    }),
  );

export const filesIn = (values: FormValues, name = 'files'): number[] =>
  Array.isArray(values[name]) ? [...(values[name] as number[])] : [];
export const evidenceIn = (values: FormValues): number[] => filesIn(values, fieldOf(values));
