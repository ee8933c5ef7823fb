import { SAFETY } from '@contract/siteSafety.states';
import { now } from '@/app/clock';
import type { Label } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';

interface More {
  readonly help?: Label;
  readonly required?: boolean;
}

/** Builds a form field for at most `SAFETY.photos` photos. */
export const photosField = (label: Label, more: More = {}): Field =>
  filesField({ name: 'photos', label, ...more, scene: 'safetyPhoto', max: SAFETY.photos });
export const videosField = (label: Label, more: More = {}): Field =>
  filesField({ name: 'videos', label, ...more, scene: 'safetyVideo', max: SAFETY.videos });

/** Converts file ids of a form to photos or videos for a request body. Each file gets the current time and no position. */
export const photosOf = (value: unknown) => {
  const at = new Date(now()).toISOString();
  return (Array.isArray(value) ? (value as number[]) : []).map((fileId) => ({ fileId, at, place: null }));
};
