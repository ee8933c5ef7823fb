import { t } from '@/app/i18n/i18n';
import type { FormValues } from '../EntityForm/store';
import type { Field } from '../EntityForm/types';
import { FileUpload } from '.';
import type { UploadScene } from './rules';

type Custom<V extends FormValues> = Extract<Field<V>, { readonly kind: 'custom' }>;
interface Files {
  readonly scene: UploadScene;
  /** Maximum number of files. */
  readonly max: number;
}

/** Builds a form field for uploaded files. Its value is the list of their ids. */
export const filesField = <V extends FormValues = FormValues>({
  scene,
  max,
  ...field
}: Omit<Custom<V>, 'kind' | 'render'> & Files): Field<V> => ({
  ...field,
  kind: 'custom',
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene={scene}
      label={t(field.label)}
      id={id}
      max={max}
      value={Array.isArray(value) ? (value as number[]) : []}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
});
