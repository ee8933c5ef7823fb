import { useT } from '@/app/i18n/i18n';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Masked, Unmask } from '@/ui/Masked';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import { type FranchiseeDetail, type Inside, nothing, UNMASK_RULE } from './parts';

type Payee = FranchiseeDetail['payees'][number];

const nameOf = ({ name, account }: Payee) => `${name} ${account}`;
/** Builds the actions on payee accounts. The person who entered an account cannot verify it. */
const actionsOf = (franchiseeId: number): readonly Action<Payee>[] => [
  {
    key: 'verify',
    label: 'franchisee.verifyPayee',
    confirm: { text: (names, _rows, t) => t('franchisee.verifyPayeeText', { names }) },
    call: post('franchise.Franchisee/verifyPayee', ({ id }: Payee) => ({ id: franchiseeId, payeeId: id })),
  },
];

/** Lists the payee accounts of a franchisee: the current account, and the accounts that it replaced. */
export function Payees({ franchisee: { id, name, payees } }: Inside) {
  const t = useT();
  const { start, element } = useActions<Payee>(nameOf);
  if (payees.length === 0) return nothing(t('franchisee.noPayees'));
  return (
    <>
      <SmallTable
        isNamed
        label={t('franchisee.payees')}
        heads={[
          t('franchisee.payeeName'),
          t('franchisee.payeeAccountNo'),
          t('franchisee.payeeChangedAt'),
          t('franchisee.payeeVerifiedAt'),
          t('list.actions'),
        ]}
        rows={payees.map((payee) => ({
          key: String(payee.id),
          cells: [
            <TwoLines key="name">
              <span>{payee.name}</span>
              {payee.isActive ? <small>{t('franchisee.payeeCurrent')}</small> : null}
            </TwoLines>,
            <TwoLines key="account">
              {payee.isActive ? (
                <Unmask
                  objectType="franchisee"
                  id={id}
                  field="payeeAccount"
                  value={payee.account}
                  name={name}
                  rule={UNMASK_RULE}
                />
              ) : (
                <Masked value={payee.account} />
              )}
              <small>{[payee.channelText, payee.bankName].filter(Boolean).join(' · ')}</small>
            </TwoLines>,
            <TimeText key="changed" at={payee.changedAt} mode="full" />,
            payee.verifiedAt === null ? (
              t('franchisee.payeeUnverified')
            ) : (
              <TimeText key="verified" at={payee.verifiedAt} mode="full" />
            ),
            <RowActions key="actions" row={payee} actions={actionsOf(id)} start={start} name={nameOf(payee)} />,
          ],
        }))}
      />
      {element}
    </>
  );
}
