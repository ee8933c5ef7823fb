import type { Data } from '@contract/index';
import { FACTOR } from '@contract/second';
import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { type ActionRunner, useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { trimmed } from '@/ui/EntityForm/store';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import type { OpenDialog } from './SecurityDialog';

type Info = Data<'dashboard.Account/getInfo'>;
type Factor = Info['factors'][number];

const FACTOR_ACTIONS: readonly Action<Factor>[] = [
  {
    key: 'rename',
    label: 'account.rename',
    confirm: { text: (_names, _rows, t) => t('account.renameText') },
    fields: () => [{ kind: 'text', name: 'name', label: 'account.factorName', required: true, ...FACTOR.name }],
    initial: ([factor]) => ({ name: factor?.name ?? '' }),
    call: post('dashboard.Account/renameFactor', (factor: Factor, values) => ({
      factorId: factor.id,
      name: trimmed(values, 'name'),
    })),
  },
  {
    key: 'remove',
    label: 'account.unbind',
    danger: true,
    confirm: { text: (names, _rows, t) => t('account.unbindText', { name: names }) },
    call: post('dashboard.Account/removeFactor', (factor: Factor) => ({ factorId: factor.id })),
  },
];

/** Row for the user's recovery codes. `left` is the number of unused codes. */
interface Codes {
  readonly id: number;
  readonly left: number;
}
const MAKE = 'dashboard.Account/makeRecoveryCodes';
/** Action that replaces the stored recovery codes. The confirmation prevents an accidental replacement by one click. */
const MAKE_CODES: Action<Codes> = {
  key: 'makeCodes',
  label: 'account.recoveryMake',
  danger: true,
  quiet: true,
  confirm: { text: (_names, [made], t) => t('account.recoveryMakeText', { n: made?.left ?? 0 }) },
  call: post(MAKE, (_codes: Codes) => ({})),
};

interface FactorsProps {
  readonly info: Info;
  readonly onOpen: (dialog: OpenDialog) => void;
  /** Receives the new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the second factors: whether the sign-in requires a second factor, the bound factors, and the number of unused recovery codes. */
export function Factors({ info, onOpen, onCodes }: FactorsProps) {
  const t = useT();
  const runner = useActions<Factor>((factor) => factor.name);
  const codes = useActions<Codes>(() => t('account.recovery'));
  const makeCodes = { ...MAKE_CODES, after: (data: unknown) => onCodes((data as Data<typeof MAKE>).codes) };
  return (
    <>
      <section className={styles.section}>
        <h2>{t('account.second')}</h2>
        <p className={styles.intro}>{t('account.secondIntro')}</p>
        <ul className={styles.rows}>
          <TwoFactor info={info} />
          <li className={styles.row}>
            <div className={styles.what}>
              <strong>{t('form.second_sms')}</strong>
              <span>{t('account.smsAlways', { tel: info.maskedTel })}</span>
            </div>
          </li>
          {info.factors.map((factor) => (
            <BoundFactor key={factor.id} factor={factor} start={runner.start} />
          ))}
          {info.factors.length > 0 ? (
            <li className={styles.row}>
              <div className={styles.what}>
                <strong>{t('account.recovery')}</strong>
                <span>{t('account.recoveryLeft', { n: info.recoveryLeft })}</span>
              </div>
              <Button onClick={() => codes.start(makeCodes, { id: info.id, left: info.recoveryLeft })}>
                {t('account.recoveryMake')}
              </Button>
            </li>
          ) : null}
          <BindFactor onOpen={onOpen} />
        </ul>
      </section>
      {runner.element}
      {codes.element}
    </>
  );
}

/**
 * Shows whether the sign-in requires a second factor. The button that turns the requirement on or off is hidden if the user cannot turn
 * the requirement off.
 */
function TwoFactor({ info }: { readonly info: Info }) {
  const t = useT();
  const refresh = useRefresh();
  const [isPending, setPending] = useState(false);
  const setTwoFactor = async (on: boolean) => {
    setPending(true);
    const end = await mutate('dashboard.Account/setTwoFactor', () => ({ on })).finally(() => setPending(false));
    if (end.kind === 'done') {
      toast.success(t(on ? 'account.twoFactorOn' : 'account.twoFactorOff'));
      refresh('dashboard.');
    } else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
  };
  const isOn = info.twoFactor || info.twoFactorForced;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>
          {t('account.twoFactor')}{' '}
          <StatusTag tone={isOn ? 'good' : 'neutral'} text={t(isOn ? 'form.on' : 'form.off')} />
        </strong>
        <span>{t(info.twoFactorForced ? 'account.twoFactorForced' : 'account.twoFactorHelp')}</span>
      </div>
      {info.twoFactorForced ? null : (
        <Button loading={isPending} onClick={() => setTwoFactor(!info.twoFactor)}>
          {t(info.twoFactor ? 'account.switchOff' : 'account.switchOn')}
        </Button>
      )}
    </li>
  );
}

interface BoundFactorProps {
  readonly factor: Factor;
  readonly start: ActionRunner<Factor>['start'];
}

/** Shows a factor: its name, when it was bound, and when it was last used. */
function BoundFactor({ factor, start }: BoundFactorProps) {
  const t = useT();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{factor.name}</strong>
        <span>
          {t(`form.second_${factor.kind}`)} · {t('account.boundAt')} <TimeText at={factor.createdAt} /> ·{' '}
          {factor.lastUsedAt === null ? (
            t('account.neverUsed')
          ) : (
            <>
              {t('account.lastUsed')} <TimeText at={factor.lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <RowActions row={factor} name={factor.name} actions={FACTOR_ACTIONS} start={start} />
    </li>
  );
}

/** Shows the buttons that bind another factor. */
function BindFactor({ onOpen }: { readonly onOpen: (dialog: OpenDialog) => void }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const startTotp = async () => {
    setPending(true);
    const end = await mutate('dashboard.Account/startTotp', () => ({})).finally(() => setPending(false));
    if (end.kind === 'done') onOpen({ kind: 'totp', started: end.data });
    else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
  };
  return (
    <li className={styles.row}>
      <div className={styles.buttons}>
        <Button type="primary" loading={isPending} onClick={startTotp}>
          {t('account.bindTotp')}
        </Button>
        <Button onClick={() => onOpen({ kind: 'passkey' })}>{t('account.bindPasskey')}</Button>
      </div>
    </li>
  );
}
