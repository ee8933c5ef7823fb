import type { Data } from '@contract/index';
import { FACTOR } from '@contract/second';
import { lazy, Suspense, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

import styles from './index.css';
import { Sessions } from './Sessions';

const PasswordDialog = lazy(() => import('./PasswordDialog').then((module) => ({ default: module.PasswordDialog })));
const PhoneDialog = lazy(() => import('./PhoneDialog').then((module) => ({ default: module.PhoneDialog })));
const TotpDialog = lazy(() => import('./TotpDialog').then((module) => ({ default: module.TotpDialog })));
const PasskeyDialog = lazy(() => import('./PasskeyDialog').then((module) => ({ default: module.PasskeyDialog })));
const RecoveryCodes = lazy(() => import('./RecoveryCodes').then((module) => ({ default: module.RecoveryCodes })));

type Info = Data<'dashboard.Account/getInfo'>;
type Factor = Info['factors'][number];
type Open =
  | { readonly kind: 'password' | 'phone' | 'passkey' }
  | { readonly kind: 'totp'; readonly started: Data<'dashboard.Account/startTotp'> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const FACTOR_ACTIONS: readonly Action<Factor>[] = [
  {
    key: 'rename',
    label: 'account.rename',
    confirm: { text: (_names, _rows, t) => t('account.renameText') },
    fields: () => [{ kind: 'text', name: 'name', label: 'account.factorName', required: true, ...FACTOR.name }],
    initial: ([factor]) => ({ name: factor?.name ?? '' }),
    call: post('dashboard.Account/renameFactor', (factor: Factor, values) => ({
      factorId: factor.id,
      name: String(values.name ?? '').trim(),
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

/** The person's recovery codes as one thing; `left`: how many were not used. */
interface Codes {
  readonly id: number;
  readonly left: number;
}
const MAKE = 'dashboard.Account/makeRecoveryCodes';
/** A ticket of before would let one press void what is kept in a drawer. */
const MAKE_CODES: Action<Codes> = {
  key: 'makeCodes',
  label: 'account.recoveryMake',
  danger: true,
  quiet: true,
  confirm: { text: (_names, [made], t) => t('account.recoveryMakeText', { n: made?.left ?? 0 }) },
  call: post(MAKE, (_codes: Codes) => ({})),
};

/** Security tab: password, phone, second verification, open sessions. */
export function Security() {
  const query = useData('dashboard.Account/getInfo', {});
  return (
    <div className={styles.panel}>
      <QueryBoundary query={query} minHeight={480}>
        {(info) => <SecurityParts info={info} />}
      </QueryBoundary>
    </div>
  );
}

function SecurityParts({ info }: { readonly info: Info }) {
  const t = useT();
  const refresh = useRefresh();
  const [open, setOpen] = useState<Open | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const runner = useActions<Factor>((factor) => factor.name);
  const codes = useActions<Codes>(() => t('account.recovery'));
  const close = () => setOpen(null);
  const done = (made: readonly string[] = []) => {
    refresh('dashboard.');
    setOpen(made.length > 0 ? { kind: 'codes', codes: made } : null);
  };
  const makeCodes = { ...MAKE_CODES, after: (data: unknown) => done((data as Data<typeof MAKE>).codes) };

  /** A call that a button makes: the person is asked to verify, refusals are told. */
  const run = async <T,>(key: string, work: () => Promise<T>): Promise<T> => {
    setPending(key);
    return work().finally(() => setPending(null));
  };
  const startTotp = async () => {
    const end = await run('totp', () => mutate('dashboard.Account/startTotp', () => ({})));
    if (end.kind === 'done') setOpen({ kind: 'totp', started: end.data });
    else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
  };
  const setTwoFactor = async (on: boolean) => {
    const end = await run('twoFactor', () => mutate('dashboard.Account/setTwoFactor', () => ({ on })));
    if (end.kind === 'done') {
      toast.success(t(on ? 'account.twoFactorOn' : 'account.twoFactorOff'));
      refresh('dashboard.');
    } else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
  };

  const isOn = info.twoFactor || info.twoFactorForced;
  return (
    <>
      {info.mustBindFactor ? (
        <p className={styles.warning} role="alert">
          <StatusTag tone="attention" text={t('account.mustBind')} /> {t('account.mustBindText')}
        </p>
      ) : null}
      {info.twoFactorForced && info.factors.length === 0 ? (
        <p className={styles.warning}>
          <StatusTag tone="attention" text={t('account.recommended')} /> {t('account.recommendedText')}
        </p>
      ) : null}

      <section className={styles.section}>
        <h2>{t('account.signIn')}</h2>
        <ul className={styles.rows}>
          <li className={styles.row}>
            <div className={styles.what}>
              <strong>{t('account.password')}</strong>
              <span>
                {info.passwordAt === null ? (
                  t('account.passwordNone')
                ) : (
                  <>
                    {t('account.passwordAt')} <TimeText at={info.passwordAt} mode="full" />
                    {info.passwordDays > 0 ? ` · ${t('account.passwordDays', { n: info.passwordDays })}` : ''}
                  </>
                )}
              </span>
            </div>
            <Button disabled={info.passwordAt === null} onClick={() => setOpen({ kind: 'password' })}>
              {t('account.changePassword')}
            </Button>
          </li>
          <li className={styles.row}>
            <div className={styles.what}>
              <strong>{t('account.tel')}</strong>
              <span>{info.maskedTel}</span>
            </div>
            <Button onClick={() => setOpen({ kind: 'phone' })}>{t('account.changeTel')}</Button>
          </li>
        </ul>
      </section>

      <section className={styles.section}>
        <h2>{t('account.second')}</h2>
        <p className={styles.intro}>{t('account.secondIntro')}</p>
        <ul className={styles.rows}>
          <li className={styles.row}>
            <div className={styles.what}>
              <strong>
                {t('account.twoFactor')}{' '}
                <StatusTag tone={isOn ? 'good' : 'neutral'} text={t(isOn ? 'form.on' : 'form.off')} />
              </strong>
              <span>{t(info.twoFactorForced ? 'account.twoFactorForced' : 'account.twoFactorHelp')}</span>
            </div>
            {info.twoFactorForced ? null : (
              <Button loading={pending === 'twoFactor'} onClick={() => setTwoFactor(!info.twoFactor)}>
                {t(info.twoFactor ? 'account.switchOff' : 'account.switchOn')}
              </Button>
            )}
          </li>
          <li className={styles.row}>
            <div className={styles.what}>
              <strong>{t('form.second_sms')}</strong>
              <span>{t('account.smsAlways', { tel: info.maskedTel })}</span>
            </div>
          </li>
          {info.factors.map((factor) => (
            <li key={factor.id} className={styles.row}>
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
              <RowActions row={factor} name={factor.name} actions={FACTOR_ACTIONS} start={runner.start} />
            </li>
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
          <li className={styles.row}>
            <div className={styles.buttons}>
              <Button type="primary" loading={pending === 'totp'} onClick={startTotp}>
                {t('account.bindTotp')}
              </Button>
              <Button onClick={() => setOpen({ kind: 'passkey' })}>{t('account.bindPasskey')}</Button>
            </div>
          </li>
        </ul>
      </section>

      <Sessions />

      <Suspense fallback={null}>
        {open?.kind === 'password' ? <PasswordDialog onClose={close} onDone={() => done()} /> : null}
        {open?.kind === 'phone' ? (
          <PhoneDialog maskedTel={info.maskedTel} onClose={close} onDone={() => done()} />
        ) : null}
        {open?.kind === 'passkey' ? <PasskeyDialog onClose={close} onDone={done} /> : null}
        {open?.kind === 'totp' ? <TotpDialog started={open.started} onClose={close} onDone={done} /> : null}
        {open?.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={close} /> : null}
      </Suspense>
      {runner.element}
      {codes.element}
    </>
  );
}
