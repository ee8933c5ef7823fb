import { SAFETY } from '@contract/siteSafety.states';
import { now } from '@/app/clock';
import { type Label, t } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';

interface More {
  readonly help?: Label;
  readonly required?: boolean;
}
const filesField = (
  name: 'photos' | 'videos',
  scene: 'safetyPhoto' | 'safetyVideo',
  max: number,
  label: Label,
  more: More,
): Field => ({
  kind: 'custom',
  name,
  label,
  ...more,
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene={scene}
      label={t(label)}
      id={id}
      max={max}
      value={Array.isArray(value) ? (value as number[]) : []}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
});

/** A form field for photos. Their time is when the user chose them. */
export const photosField = (label: Label, more: More = {}): Field =>
  filesField('photos', 'safetyPhoto', SAFETY.photos, label, more);
export const videosField = (label: Label, more: More = {}): Field =>
  filesField('videos', 'safetyVideo', SAFETY.videos, label, more);

/** Converts file ids of a form to the call's input. */
export const photosOf = (value: unknown) => {
  const at = new Date(now()).toISOString();
  return (Array.isArray(value) ? (value as number[]) : []).map((fileId) => ({ fileId, at, place: null }));
};
