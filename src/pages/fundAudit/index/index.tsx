import { ImportOutlined } from '@ant-design/icons';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, type EntryForm as FormOf, formAddress } from './actions';
import { COLUMNS, type EntryRow } from './columns';
import { FILTERS, summaryCards } from './filters';

const EntryDrawer = lazy(() => import('./EntryDrawer').then((module) => ({ default: module.EntryDrawer })));
const EntryForm = lazy(() => import('./EntryForm').then((module) => ({ default: module.EntryForm })));
const ImportEntries = lazy(() => import('./ImportEntries').then((module) => ({ default: module.ImportEntries })));

const SUBMIT_RULE = 6506;
const nameOf = (row: EntryRow) => row.no;

/** Reads the open form from the query string. */
function formOf(search: string): FormOf | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new' || asked === 'import') return asked;
  const match = /^(resubmit|appeal)-([1-9]\d{0,15})$/.exec(asked);
  return match ? { kind: match[1] as 'resubmit' | 'appeal', id: Number(match[2]) } : null;
}

/** Shows the rider fund audit (骑手资金审核, DOMAIN §3.9): for example rewards, deductions and corrections of riders' balances. */
export default function FundAuditPage() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const maySubmit = can(SUBMIT_RULE);
  const form = maySubmit ? formOf(search) : null;
  const open = (which: FormOf) => history.push(formAddress(which));
  const close = () => history.replace(formAddress(null));
  const add = maySubmit ? <PageAction primary hotkey="n" label="fundAudit.add" run={() => open('new')} /> : null;
  return (
    <>
      <ListPage<'fundAudit.Rider/getList'>
        address="fundAudit.Rider/getList"
        name="fundAudit"
        title="menu.fundAudit"
        filters={FILTERS}
        columns={COLUMNS}
        cards={6}
        summary={summaryCards}
        actions={ACTIONS}
        rowName={nameOf}
        note={({ fromDay, toDay }, filters) => {
          if (fromDay === null || toDay === null) return tNow('fundAudit.allTimes');
          const isAsked = 'createdFrom' in filters || 'createdTo' in filters;
          return tNow(isAsked ? 'fundAudit.days' : 'fundAudit.daysAndOpen', { from: fromDay, to: toDay });
        }}
        primary={
          maySubmit ? (
            <>
              <PageAction label="fundAudit.import" icon={<ImportOutlined aria-hidden />} run={() => open('import')} />
              {add}
            </>
          ) : null
        }
        empty={{ text: 'fundAudit.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <EntryDrawer {...context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>
        {form === 'import' ? <ImportEntries onClose={close} /> : null}
        {form !== null && form !== 'import' ? (
          <EntryForm key={JSON.stringify(form)} form={form} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
