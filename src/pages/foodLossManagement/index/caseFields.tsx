import { evidenceScene, LOSS, type LossEvidenceKind } from '@contract/foodLoss.states';
import type { Text } from '@contract/text';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, OptionSpec } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import type { LossRow } from './list';

/** This module contains fields that several forms of a case share. */

export const options = (texts: Readonly<Record<string, Text>>): readonly OptionSpec[] =>
  Object.entries(texts).map(([value, text]) => ({ value, label: text }));
/** Returns whether the order involves a party. Some orders have no rider or no merchant. */
export const hasParty = (row: LossRow | undefined, party: string) =>
  party === 'rider' ? row?.riderName !== '' : party === 'merchant' ? row?.merchantName !== '' : true;

/** Builds the field for files of a case: photos and documents. @param required whether at least one file is necessary */
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

/**
 * Names of the upload fields by upload scene, which determines the accepted file types. Each scene has its own field, so that files are
 * not lost when the user changes the type of evidence.
 */
const EVIDENCE = { foodLoss: 'files', foodLossVideo: 'videos', foodLossVoice: 'voices' } as const;
const fieldOf = (values: FormValues) => EVIDENCE[evidenceScene(values.kind as LossEvidenceKind)];

/** Builds the upload fields for evidence, one for each scene. The form shows the field of the chosen type. */
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
