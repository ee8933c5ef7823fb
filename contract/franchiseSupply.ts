import { FRANCHISE } from './franchiseApply.states';
import { type FormField, isAsked } from './franchiseForm';
import { text } from './text';

/** This file builds the form on which an applicant sends missing material (DOMAIN §3.6). Its functions are pure. */

/** Keys of the fields that every form for missing material has. Other keys cannot contain an underscore ({@link FORM}). */
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
 * Returns the fields that staff requested, then the fields for other documents and a note. The phone number is never among the requested
 * fields, because this number proves who sends the material.
 *
 * @param fields fields of the form version on which the application was made
 */
export function supplyFields(fields: readonly FormField[], missing: readonly string[]): FormField[] {
  const asked = fields.filter((field) => isAsked(field) && field.key !== 'tel' && missing.includes(field.key));
  return [
    // We drop the conditions, because they refer to answers that are not on this form.
    ...asked.map(({ visibleWhen: _condition, ...field }) => ({ ...field, required: true })),
    ...ALWAYS,
  ];
}
