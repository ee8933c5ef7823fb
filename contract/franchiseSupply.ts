import { FRANCHISE } from './franchiseApply.states';
import { type FormField, isAsked } from './franchiseForm';
import { text } from './text';

/** The form on which an applicant hands in missing material (DOMAIN §3.6). Pure. */

/** Keys of the fields that the form always has. An underscore is in no key of a form ({@link FORM}). */
export const SUPPLY_KEYS = { files: '_files', note: '_note' } as const;

const ALWAYS: readonly FormField[] = [
  {
    key: SUPPLY_KEYS.files,
    kind: 'file',
    label: text('其他资料', 'Other documents', 'Outros documentos', '其他資料'),
    required: false,
  },
  {
    key: SUPPLY_KEYS.note,
    kind: 'textarea',
    label: text('补充说明', 'Explanation', 'Explicação', '補充說明'),
    required: false,
    max: FRANCHISE.supplyNote.max,
  },
];

/**
 * Returns the fields that staff asked for, then other documents and a note. The phone is not among them: it proves who hands material in.
 *
 * @param fields of the form on which the application was made
 */
export function supplyFields(fields: readonly FormField[], missing: readonly string[]): FormField[] {
  const asked = fields.filter((field) => isAsked(field) && field.key !== 'tel' && missing.includes(field.key));
  return [
    // A condition refers to an answer that is not on this form.
    ...asked.map(({ visibleWhen: _condition, ...field }) => ({ ...field, required: true })),
    ...ALWAYS,
  ];
}
