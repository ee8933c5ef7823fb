import { isNeeded } from '@contract/settings';
import type { SettingFormField } from '@contract/settings.schema';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { HoursEditor } from '@/features/hoursEditor';
import { type DayHours, weekProblem } from '@/features/hoursEditor/hours';
import { hoursText } from '@/features/hoursEditor/text';
import { AddressList } from '@/ui/AddressList';
import { isAddress } from '@/ui/AddressList/addresses';
import type { Fault, Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { TimeText } from '@/ui/TimeText';
import { CertificateFacts } from './CertificateFacts';
import type { Setting } from './calls';
import { ListField } from './ListField';
import { PairsField } from './PairsField';
import { PemField } from './PemField';
import { RowsField } from './RowsField';
import { SecretField } from './SecretField';
import { listFault, pairsFault, pairsText, pemText, rowsFault, rowsText } from './values';

/** This module builds form fields for settings with special controls, for example secrets, lists and pictures. */

/** Data that the fields need in addition to their declaration. */
export interface FormContext {
  readonly t: Translate;
  readonly hasSecret: readonly string[];
  readonly callerIp: string;
  readonly maySecrets: boolean;
  readonly secrets?: Setting['secrets'];
  readonly certificates?: Setting['certificates'];
  /** Removes a stored secret after a confirmation. Without this function, the secret is removed when the form is saved. */
  readonly clearSecret?: ((field: string) => void) | undefined;
}
type CommonParts = Pick<Field, 'name' | 'label' | 'required' | 'help' | 'when'>;

/** Builds the field of a secret. Users can replace a stored secret, but never read it. */
export function secretField(
  declared: SettingFormField,
  common: CommonParts,
  pattern: RegExp | null,
  { t, hasSecret, maySecrets, secrets, clearSecret }: FormContext,
): Field {
  const { name, label, multiline } = declared;
  const stored = secrets?.[name];
  return {
    ...common,
    kind: 'custom',
    secret: true,
    // A stored secret satisfies a required field, so the user need not type it again.
    required: (values) => isNeeded(declared, values) && !(values[name] === null && hasSecret.includes(name)),
    check: (value) =>
      typeof value === 'string' && value !== '' && pattern && !pattern.test(value.trim()) ? { rule: 'pattern' } : null,
    read: () => '••••••',
    render: (control) => (
      <SecretField
        control={control}
        label={label}
        isSet={hasSecret.includes(name)}
        multiline={multiline}
        detail={
          stored ? (
            <span>
              <code dir="ltr">{stored.masked}</code> {t('setting.storedBy', { name: stored.updatedByName })}{' '}
              <TimeText at={stored.updatedAt} />
            </span>
          ) : undefined
        }
        onClear={clearSecret && (() => clearSecret(name))}
      />
    ),
    ...(!maySecrets && { disabled: true, disabledReason: 'setting.secretForbidden' as const }),
  };
}

/** Builds the field of a public key. */
export const pemField = ({ label }: SettingFormField, common: CommonParts): Field => ({
  ...common,
  kind: 'custom',
  read: pemText,
  render: (control) => <PemField control={control} label={label} placeholder="-----BEGIN PUBLIC KEY-----" />,
});

/** Builds fields with several values, and certificate fields. */
export function severalField(
  declared: SettingFormField,
  common: CommonParts,
  { certificates = [] }: FormContext,
): Field {
  const { kind, label, name } = declared;
  switch (kind) {
    case 'list':
      return {
        ...common,
        kind: 'custom',
        read: (value) => (value as readonly string[]).join(', ') || '—',
        check: (value) => listFault(declared, value),
        render: (control) => <ListField control={control} label={label} example={declared.example} />,
      };
    case 'pairs':
      return {
        ...common,
        kind: 'custom',
        read: (value) => pairsText(declared, value),
        check: (value) => pairsFault(declared, value),
        render: (control) => <PairsField control={control} field={declared} />,
      };
    case 'rows':
      return {
        ...common,
        kind: 'custom',
        wide: true,
        read: (value) => rowsText(declared, value),
        check: (value) => rowsFault(declared, value),
        render: (control) => <RowsField control={control} field={declared} />,
      };
    default: {
      const facts = certificates.find(({ field }) => field === name);
      return {
        ...common,
        kind: 'custom',
        read: pemText,
        render: (control) => (
          <>
            <PemField control={control} label={label} placeholder="-----BEGIN CERTIFICATE-----" />
            {facts && control.value !== '' ? <CertificateFacts facts={facts} /> : null}
          </>
        ),
      };
    }
  }
}

function addressesFault(value: unknown, max: number): Fault | null {
  const entries = Array.isArray(value) ? value.map(String) : [];
  if (entries.length > max) return { rule: 'arrayMax', params: { max } };
  return entries.every(isAddress) ? null : { rule: 'pattern' };
}
/** Builds fields with controls that other forms also use: pictures, business hours and IP addresses. */
export function controlField(declared: SettingFormField, common: CommonParts, { t, callerIp }: FormContext): Field {
  const { kind, max, scene } = declared;
  switch (kind) {
    case 'picture':
      return {
        ...common,
        kind: 'custom',
        read: (value) => t('setting.fileNumber', { id: String(value) }),
        render: ({ id, value, onChange, disabled, describedBy }) => (
          <FileUpload
            id={id}
            label={declared.label}
            scene={scene ?? 'siteLogo'}
            value={value as number | null}
            onChange={onChange}
            disabled={disabled}
            describedBy={describedBy}
          />
        ),
      };
    case 'hours':
      return {
        ...common,
        kind: 'custom',
        read: (value) => hoursText(value as DayHours[], getLocale()),
        check: (value) => (weekProblem(value as DayHours[]) ? { rule: 'pattern' } : null),
        render: ({ id, value, onChange, disabled, describedBy }) => (
          <HoursEditor
            id={id}
            label={declared.label}
            value={value as DayHours[]}
            onChange={onChange}
            disabled={disabled}
            describedBy={describedBy}
          />
        ),
      };
    default:
      return {
        ...common,
        kind: 'custom',
        read: (value) => (value as readonly string[]).join(', ') || '—',
        check: (value) => addressesFault(value, max ?? Number.MAX_SAFE_INTEGER),
        render: (control) => <AddressList control={control} label={declared.label} callerIp={callerIp} />,
      };
  }
}
