import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { choiceState, useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import type { Control } from '@/ui/EntityForm/types';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import styles from './index.css';

type Rider = Data<'fundAudit.Rider/getRiders'>['list'][number];

/** Loads a rider with the current balances. The list is empty if the rider is outside of the user's stations. */
const useRider = (riderId: number | null) =>
  useData('fundAudit.Rider/getRiders', { riderId: riderId ?? 0 }, { enabled: riderId !== null });

/** Selects a rider by name, number or phone. Riders without possible entries are listed but cannot be chosen. */
export function RiderField({ control }: { readonly control: Control }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const keyword = useRested(typed.trim());
  const [isOpen, setIsOpen] = useState(false);
  const found = useData('fundAudit.Rider/getRiders', keyword === '' ? {} : { keyword }, {
    enabled: isOpen,
    keepPrevious: true,
  });
  const value = typeof control.value === 'number' ? control.value : null;
  const rider = useRider(value).data?.list[0];
  const options = useMemo(() => {
    const list = found.data?.list ?? [];
    const all = rider && !list.some(({ id }) => id === rider.id) ? [rider, ...list] : list;
    const name = (one: Rider) => `${one.name} · ${one.riderNo} · ${one.tel} · ${one.teamName}`;
    return all.map((one) => ({
      value: one.id,
      label: one.isOpen && !one.hasLeft ? name(one) : `${name(one)} · ${one.statusText}`,
      disabled: !one.isOpen,
    }));
  }, [found.data, rider]);
  return (
    <Select
      id={control.id}
      label={t('fundAudit.rider')}
      placeholder={t('fundAudit.riderHint')}
      value={value}
      options={options}
      disabled={control.disabled}
      invalid={control.invalid}
      {...choiceState(found)}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
      onFind={(words) => {
        setIsOpen(true);
        setTyped(words);
      }}
      onChange={control.onChange}
    />
  );
}

interface Change {
  readonly kind: string | null;
  readonly direction: 'in' | 'out' | null;
  readonly amountFen: number | null;
  readonly allowInstalment: boolean;
}

/** Loads the chosen rider and shows what the entry changes for the rider. */
export function RiderMoney({ riderId, change }: { readonly riderId: number | null; readonly change: Change }) {
  const t = useT();
  const query = useRider(riderId);
  if (riderId === null) return <p className={styles.hint}>{t('fundAudit.chooseRider')}</p>;
  return (
    <QueryBoundary query={query} minHeight={64}>
      {({ list: [rider] }) =>
        rider ? <Balances rider={rider} change={change} /> : <p className={styles.hint}>{t('list.nothingFound')}</p>
      }
    </QueryBoundary>
  );
}

/**
 * Shows the rider's balance before and after the entry, and warns if the money does not suffice. The deposit is shown only for a deposit
 * refund, and the debt only if the rider owes money.
 */
function Balances({ rider, change }: { readonly rider: Rider; readonly change: Change }) {
  const t = useT();
  const { balanceFen, depositFen, owedFen } = rider;
  const { kind, direction, amountFen, allowInstalment } = change;
  const plain =
    direction === null || amountFen === null || balanceFen === null
      ? null
      : balanceFen + (direction === 'in' ? 1 : -1) * amountFen;
  const isShort = direction === 'out' && plain !== null && plain < 0;
  const after = isShort && allowInstalment ? Math.min(balanceFen ?? 0, 0) : plain;
  const facts = [
    { key: 'balance', label: t('fundAudit.balance'), fen: balanceFen },
    { key: 'after', label: t('fundAudit.after'), fen: after },
    ...(kind === 'depositRefund' ? [{ key: 'deposit', label: t('fundAudit.deposit'), fen: depositFen }] : []),
    ...(owedFen !== null && owedFen > 0 ? [{ key: 'owed', label: t('fundAudit.stillOwed'), fen: owedFen }] : []),
  ];
  const isOverDeposit = kind === 'depositRefund' && amountFen !== null && depositFen !== null && amountFen > depositFen;
  return (
    <div className={styles.rider}>
      <dl className={styles.money}>
        {facts.map(({ key, label, fen }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Money fen={fen} sign sum />
            </dd>
          </div>
        ))}
      </dl>
      <div role="status">
        {isShort && !allowInstalment ? <p className={styles.faulty}>{t('fundAudit.short')}</p> : null}
        {isShort && allowInstalment ? <p className={styles.hint}>{t('fundAudit.byInstalment')}</p> : null}
        {isOverDeposit ? <p className={styles.faulty}>{t('fundAudit.overDeposit')}</p> : null}
      </div>
    </div>
  );
}
