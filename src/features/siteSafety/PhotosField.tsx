import { SAFETY } from '@contract/siteSafety.states';
import { now } from '@/app/clock';
import { type Label, t } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';

/** Photos of a form; the moment is when they were chosen. */
export const photosField = (
  label: Label,
  more: { readonly help?: Label; readonly required?: boolean } = {},
): Field => ({
  kind: 'custom',
  name: 'photos',
  label,
  ...more,
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene="safetyPhoto"
      label={t(label)}
      id={id}
      max={SAFETY.photos}
      value={Array.isArray(value) ? (value as number[]) : []}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
});

/** File ids of a form as the server takes them. */
export const photosOf = (value: unknown) => {
  const at = new Date(now()).toISOString();
  return (Array.isArray(value) ? (value as number[]) : []).map((fileId) => ({ fileId, at, place: null }));
};
