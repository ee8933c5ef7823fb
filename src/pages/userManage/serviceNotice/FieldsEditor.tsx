import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { fieldType, missingKey, patternFault } from '@contract/serviceNotice.limits';
import { SERVICE_NOTICE, type ServiceChannel } from '@contract/serviceNotice.states';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Fault } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

export type TypedField = Data<'user.Notice/getTemplate'>['fields'][number];

/** Returns whether a channel identifies template fields by their name. Only Douyin does. The key of a Douyin field is also its name. */
const isNamed = (channel: ServiceChannel) => channel === 'dySubscribe';

/** Trims the entered fields, for the checks and for saving. On Douyin, the key of a field is also its name. */
export const typedFields = (channel: ServiceChannel, fields: readonly TypedField[]): TypedField[] =>
  fields.map(({ key, label, value }) => ({
    key: key.trim(),
    label: (isNamed(channel) ? key : label).trim(),
    value: value.trim(),
  }));

/** Checks the fields. Each field needs an accepted key, a name, and a value of the key's type. Numbered keys must have no gap. */
export function fieldsFault(value: unknown, values: FormValues): Fault | null {
  const channel = values.channel as ServiceChannel;
  const fields = typedFields(channel, value as readonly TypedField[]);
  const isWrong = ({ key, label, value: content }: TypedField) => {
    const type = fieldType(channel, key);
    return type === null || label === '' || content === '' || patternFault(type, content) !== null;
  };
  if (fields.some(isWrong)) return { rule: 'pattern', text: 'noticeTemplate.fieldFault' };
  const keys = fields.map(({ key }) => key);
  return missingKey(channel, keys) === null ? null : { rule: 'pattern', text: 'noticeTemplate.keywordFault' };
}

/** Edits the fields of a platform template. */
export function FieldsEditor({ control, channel }: { readonly control: Control; readonly channel: ServiceChannel }) {
  const t = useT();
  const fields = control.value as readonly TypedField[];
  const set = (at: number, patch: Partial<TypedField>) =>
    control.onChange(fields.map((field, index) => (index === at ? { ...field, ...patch } : field)));
  const isNumbered = channel === 'alipayMessage';
  const keyExample = isNumbered ? 'keyword1' : isNamed(channel) ? '' : 'thing1';
  const add = { key: isNumbered ? `keyword${fields.length + 1}` : '', label: '', value: '' };
  return (
    <div>
      {fields.map((field, index) => {
        const n = index + 1;
        const text = (key: keyof TypedField, label: string) => (
          <span>
            <Input
              value={field[key]}
              aria-label={label}
              placeholder={{ key: keyExample, label: '', value: '{{name}}' }[key]}
              disabled={control.disabled}
              autoComplete="off"
              onChange={(event) => set(index, { [key]: event.target.value })}
            />
          </span>
        );
        const named = t('noticeTemplate.fieldLabel', { n });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and their order never changes
          <div key={index} className={styles.field} data-named={isNamed(channel) || undefined}>
            {isNamed(channel) ? null : text('key', t('noticeTemplate.fieldKey', { n }))}
            {text(isNamed(channel) ? 'key' : 'label', named)}
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
