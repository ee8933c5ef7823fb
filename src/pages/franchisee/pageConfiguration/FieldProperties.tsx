import { DeleteOutlined } from '@ant-design/icons';
import {
  acceptedTypes,
  CONDITION_OPS,
  type Condition,
  conditionOps,
  FILE_TYPES,
  FIXED_KEYS,
  type FileType,
  FORM,
  type FormField,
  type FormOption,
  isAsked,
  isUpload,
  offeredTypes,
} from '@contract/franchiseForm';
import { inWords } from '@contract/franchiseForm.words';
import { hasOptions, KIND_TEXT } from '@contract/franchisePage.content';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { without } from './content';
import styles from './index.css';
import { ChoiceProperty, ManyProperty, NumberProperty, SwitchProperty, TextProperty, WordsProperty } from './parts';
import type { PropertiesProps } from './properties.types';

interface FieldProps extends PropertiesProps {
  readonly field: FormField;
  readonly change: (change: Partial<FormField>) => void;
}

/** Kinds of fields that have limits: a length or a value. */
const BOUNDED: readonly FormField['kind'][] = ['text', 'textarea', 'number', 'amount'];
const FREE_TEXT: readonly FormField['kind'][] = ['text', 'textarea'];
const WITH_PLACEHOLDER: readonly FormField['kind'][] = [
  'text',
  'textarea',
  'number',
  'amount',
  'phone',
  'idCard',
  'email',
  'select',
  'address',
];

/** Builds a change that sets a property, or removes it if the value is `null`. */
const orNone = <K extends keyof FormField>(key: K, value: FormField[K] | null): Partial<FormField> =>
  ({ [key]: value ?? undefined }) as Partial<FormField>;

/** Edits the properties of a form field. */
export function FieldProperties(props: FieldProps) {
  const { field, locale, readOnly: disabled, change, errorOf, published } = props;
  const t = useT();
  const { kind, key } = field;
  const isFixed = key in FIXED_KEYS;
  const asks = isAsked(field);
  return (
    <>
      <p className={styles.kind}>{t(KIND_TEXT[kind])}</p>
      <WordsProperty
        label="franchisePage.fieldLabel"
        value={field.label}
        locale={locale}
        max={FORM.label.max}
        disabled={disabled}
        error={errorOf('label')}
        onChange={(label) => change({ label })}
      />
      <TextProperty
        label="franchisePage.fieldKey"
        help={published.has(key) ? 'franchisePage.keyFixed' : 'franchisePage.keyHelp'}
        value={key}
        max={32}
        disabled={disabled || isFixed || published.has(key)}
        error={errorOf('key')}
        onChange={(next) => change({ key: next.trim() })}
      />
      {kind === 'divider' ? null : (
        <WordsProperty
          label="franchisePage.help"
          value={field.help}
          locale={locale}
          max={FORM.help.max}
          disabled={disabled}
          onChange={(help) => change({ help })}
        />
      )}
      {WITH_PLACEHOLDER.includes(kind) ? (
        <WordsProperty
          label="franchisePage.placeholder"
          value={field.placeholder}
          locale={locale}
          max={FORM.placeholder.max}
          disabled={disabled}
          onChange={(placeholder) => change({ placeholder })}
        />
      ) : null}
      {asks ? (
        <SwitchProperty
          label="franchisePage.required"
          value={field.required}
          disabled={disabled || isFixed}
          onChange={(required) => change({ required })}
        />
      ) : null}
      {BOUNDED.includes(kind) ? <LimitProperties {...props} /> : null}
      {kind === 'text' && !isFixed ? <PatternProperties {...props} /> : null}
      {hasOptions(field) ? <OptionProperties {...props} /> : null}
      {isUpload(field) ? <UploadProperties {...props} /> : null}
      {asks && !isFixed && kind !== 'agreement' ? (
        <SwitchProperty
          label="franchisePage.sensitive"
          help="franchisePage.sensitiveHelp"
          value={field.sensitive === true || kind === 'idCard'}
          disabled={disabled || kind === 'idCard'}
          onChange={(sensitive) => change({ sensitive })}
        />
      ) : null}
      {isFixed ? null : <ConditionProperties {...props} />}
    </>
  );
}

/** Edits the minimum and maximum: the length of a text, or the value of a number. Amounts are typed in yuan and stored in fen. */
function LimitProperties({ field, readOnly: disabled, change, errorOf }: FieldProps) {
  const isText = FREE_TEXT.includes(field.kind);
  const inYuan = field.kind === 'amount';
  return (
    <div className={styles.pair}>
      <NumberProperty
        label={isText ? 'franchisePage.minLetters' : 'franchisePage.min'}
        value={field.min ?? null}
        inYuan={inYuan}
        disabled={disabled}
        onChange={(min) => change(orNone('min', min))}
      />
      <NumberProperty
        label={isText ? 'franchisePage.maxLetters' : 'franchisePage.max'}
        value={field.max ?? null}
        inYuan={inYuan}
        disabled={disabled}
        error={errorOf('max')}
        onChange={(max) => change(orNone('max', max))}
      />
    </div>
  );
}

function PatternProperties({ field, locale, readOnly: disabled, change, errorOf }: FieldProps) {
  return (
    <>
      <TextProperty
        label="franchisePage.pattern"
        help="franchisePage.patternHelp"
        value={field.pattern ?? ''}
        max={100}
        disabled={disabled}
        error={errorOf('pattern')}
        onChange={(pattern) => change(orNone('pattern', pattern || null))}
      />
      {field.pattern ? (
        <WordsProperty
          label="franchisePage.patternMessage"
          value={field.patternMessage}
          locale={locale}
          max={FORM.patternMessage.max}
          disabled={disabled}
          error={errorOf('patternMessage')}
          onChange={(patternMessage) => change({ patternMessage })}
        />
      ) : null}
    </>
  );
}

/** Edits the maximum number and the types of files. */
function UploadProperties({ field, readOnly: disabled, change, errorOf }: FieldProps) {
  return (
    <>
      <NumberProperty
        label="franchisePage.maxFiles"
        value={field.maxCount ?? null}
        disabled={disabled}
        error={errorOf('maxCount')}
        onChange={(maxCount) => change(orNone('maxCount', maxCount))}
      />
      <ManyProperty
        label="franchisePage.accept"
        value={acceptedTypes(field)}
        options={offeredTypes(field).map((value) => ({ value, label: FILE_TYPES[value].name }))}
        disabled={disabled}
        error={errorOf('accept')}
        onChange={(accept) => change({ accept: accept as FileType[] })}
      />
    </>
  );
}

function OptionProperties({ field, locale, readOnly: disabled, change, errorOf }: FieldProps) {
  const t = useT();
  const options = field.options ?? [];
  const set = (at: number, part: Partial<FormOption>) =>
    change({ options: options.map((option, index) => (index === at ? { ...option, ...part } : option)) });
  const add = () => {
    const values = options.map(({ value }) => value);
    let n = options.length + 1;
    while (values.includes(`o${n}`)) n += 1;
    const label = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
    change({ options: [...options, { value: `o${n}`, label }] });
  };
  return (
    <fieldset className={styles.options} disabled={disabled}>
      <legend>{t('franchisePage.options')}</legend>
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its position while its value is typed.
        <div key={at} className={styles.option}>
          <WordsProperty
            label={{ ...optionName(t('franchisePage.optionLabel', { n: at + 1 })) }}
            value={option.label}
            locale={locale}
            max={FORM.label.max}
            onChange={(label) => set(at, { label })}
          />
          <TextProperty
            label={{ ...optionName(t('franchisePage.optionValue', { n: at + 1 })) }}
            value={option.value}
            max={32}
            onChange={(value) => set(at, { value: value.trim() })}
          />
          {disabled ? null : (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('franchisePage.removeEntry', { name: inWords(option.label, locale) || option.value })}
              onClick={() => change({ options: without(options, at) })}
            />
          )}
        </div>
      ))}
      {errorOf('options') ? <p className={styles.error}>{errorOf('options')}</p> : null}
      {disabled || options.length >= FORM.options.max ? null : (
        <Button size="small" onClick={add}>
          {t('franchisePage.addOption')}
        </Button>
      )}
      {field.kind === 'multiSelect' ? (
        <NumberProperty
          label="franchisePage.maxCount"
          value={field.maxCount ?? null}
          disabled={disabled}
          onChange={(maxCount) => change(orNone('maxCount', maxCount))}
        />
      ) : null}
    </fieldset>
  );
}

/** Wraps a name that is the same in all languages. */
const optionName = (name: string) => ({ 'zh-CN': name, 'zh-TW': name, 'en-US': name, 'pt-BR': name });

function ConditionProperties({ field, content, locale, readOnly: disabled, change, errorOf }: FieldProps) {
  const t = useT();
  const condition = field.visibleWhen;
  const sources = content.fields.filter((one) => one.key !== field.key && isAsked(one));
  const source = sources.find(({ key }) => key === condition?.key);
  const set = (part: Partial<Condition>) =>
    change({ visibleWhen: { key: '', op: 'notEmpty', value: [], ...condition, ...part } });
  const ops = source ? conditionOps(source) : CONDITION_OPS;
  const needsValue = condition !== undefined && condition.op !== 'notEmpty' && ops.includes(condition.op);
  const choices = (source?.options ?? []).map(({ value, label }) => ({
    value,
    label: inWords(label, locale) || value,
  }));
  return (
    <>
      <ChoiceProperty
        label="franchisePage.visibleWhen"
        clearable
        value={condition?.key ?? null}
        disabled={disabled}
        error={errorOf('visibleWhen')}
        options={sources.map(({ key, label }) => ({ value: key, label: inWords(label, locale) || key }))}
        onChange={(key) =>
          key === null ? change(orNone('visibleWhen', null)) : set({ key, op: 'notEmpty', value: [] })
        }
      />
      {condition ? (
        <ChoiceProperty<Condition['op']>
          label="franchisePage.conditionOp"
          value={ops.includes(condition.op) ? condition.op : null}
          disabled={disabled}
          options={ops.map((op) => ({ value: op, label: t(`franchisePage.op_${op}`) }))}
          onChange={(op) =>
            op && set({ op, value: op === 'notEmpty' ? [] : condition.value.slice(0, op === 'eq' ? 1 : undefined) })
          }
        />
      ) : null}
      {needsValue && choices.length > 0 ? (
        <ManyProperty
          label="franchisePage.conditionValue"
          value={condition.value}
          options={choices}
          disabled={disabled}
          onChange={(value) => set({ value: condition.op === 'eq' ? value.slice(-1) : value })}
        />
      ) : null}
      {needsValue && choices.length === 0 ? (
        <TextProperty
          label="franchisePage.conditionValue"
          {...(condition.op === 'in' && { help: 'franchisePage.conditionHelp' as const })}
          value={condition.value.join(',')}
          max={100}
          disabled={disabled}
          onChange={(typed) => set({ value: condition.op === 'eq' ? [typed] : typed.split(',') })}
        />
      ) : null}
    </>
  );
}
