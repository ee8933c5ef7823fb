import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { fieldType, patternFault } from '@contract/serviceNotice.limits';
import { SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control, Fault } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

export type TypedField = Data<'user.Notice/getTemplate'>['fields'][number];

/** Each field needs a key of the platform, a name, and a content that fits the key's type. */
export function fieldsFault(value: unknown): Fault | null {
  const fields = value as readonly TypedField[];
  const isWrong = ({ key, label, value: content }: TypedField) => {
    const type = fieldType(key.trim());
    return type === null || label.trim() === '' || content.trim() === '' || patternFault(type, content) !== null;
  };
  return fields.some(isWrong) ? { rule: 'pattern', text: 'noticeTemplate.fieldFault' } : null;
}

/** Fields of a template at the platform. */
export function FieldsEditor({ control }: { readonly control: Control }) {
  const t = useT();
  const fields = control.value as readonly TypedField[];
  const set = (at: number, patch: Partial<TypedField>) =>
    control.onChange(fields.map((field, index) => (index === at ? { ...field, ...patch } : field)));
  const add = { key: '', label: '', value: '' };
  return (
    <div>
      {fields.map((field, index) => {
        const n = index + 1;
        const text = (key: keyof TypedField, label: string) => (
          <span>
            <Input
              value={field[key]}
              aria-label={label}
              placeholder={{ key: 'thing1', label: '', value: '{{name}}' }[key]}
              disabled={control.disabled}
              autoComplete="off"
              onChange={(event) => set(index, { [key]: event.target.value })}
            />
          </span>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity, and none moves
          <div key={index} className={styles.field}>
            {text('key', t('noticeTemplate.fieldKey', { n }))}
            {text('label', t('noticeTemplate.fieldLabel', { n }))}
            {text('value', t('noticeTemplate.fieldValue', { n }))}
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('noticeTemplate.removeField', { n })}
              disabled={control.disabled}
              onClick={() => control.onChange(fields.filter((_field, at) => at !== index))}
            />
          </div>
        );
      })}
      {fields.length < SERVICE_NOTICE.fields ? (
        <Button
          id={control.id}
          icon={<PlusOutlined aria-hidden />}
          disabled={control.disabled}
          onClick={() => control.onChange([...fields, add])}
        >
          {t('noticeTemplate.addField')}
        </Button>
      ) : null}
    </div>
  );
}
