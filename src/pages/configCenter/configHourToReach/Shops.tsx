import { HOUR_SHOP } from '@contract/hourToReach.fields';
import type { Data } from '@contract/index';
import { serverMessage } from '@/app/calls/serverMessage';
import { useT } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { PageAction } from '@/ui/actions/PageAction';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { trimmed } from '@/ui/EntityForm/store';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

type Row = Data<'config.HourToReach/getShops'>['list'][number];
type Summary = Data<'config.HourToReach/getShops'>['summary'];

const LIST = listOf('config.HourToReach/getShops', HOUR_SHOP);
const INSIDE: readonly string[] = ['tab'];
/** Shows the platform's response as a message, because the row does not show it. */
const showOutcome = (data: unknown) => void toast.success(serverMessage(data) ?? '');
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'refreshToken',
    label: 'hourShop.refresh',
    instant: true,
    call: post('config.HourToReach/refreshToken', ({ id }: Row) => ({ id })),
    after: showOutcome,
  },
  {
    key: 'syncStores',
    label: 'hourShop.sync',
    instant: true,
    call: post('config.HourToReach/syncStores', ({ id }: Row) => ({ id })),
    after: showOutcome,
  },
];

/** Builds the action that authorizes a shop by its number, or by the code that the shop owner received. */
const authorise = ({ appType, simulated }: Summary): Action<{ readonly id: number }> => {
  const byCode = appType === 'tool' && !simulated;
  return {
    key: 'authorize',
    label: 'hourShop.authorise',
    fields: () => [
      {
        kind: 'text',
        name: 'grant',
        label: byCode ? 'hourShop.code' : 'hourShop.shopId',
        help: byCode ? 'hourShop.codeHelp' : appType === 'tool' ? 'hourShop.codeSimulated' : 'hourShop.shopIdHelp',
        required: true,
        secret: true,
        max: 128,
        pattern: byCode ? /^[\w-]+$/ : /^\d{1,15}$/,
        inputMode: byCode ? 'text' : 'numeric',
      },
    ],
    call: post('config.HourToReach/authorize', (_one, values) => ({ grant: trimmed(values, 'grant') })),
  };
};

/** Offers the platform's page on which a shop owner authorizes the app. Some apps have no such page. */
function AuthorisePage({ authoriseUrl, mayAuthorise }: Summary) {
  if (authoriseUrl === null || !mayAuthorise) return null;
  const open = () => void window.open(authoriseUrl, '_blank', 'noopener,noreferrer');
  return <PageAction label="hourShop.openAuthorise" run={open} />;
}

/** Lists the authorized shops. */
export function Shops() {
  const t = useT();
  const { start, element } = useActions<{ readonly id: number }>(() => t('hourShop.authorise'));
  const add = (summary: Summary | undefined) =>
    summary?.mayAuthorise ? (
      <PageAction primary hotkey="n" label="hourShop.authorise" run={() => start(authorise(summary), { id: 1 })} />
    ) : null;
  return (
    <>
      <ListPage<'config.HourToReach/getShops'>
        {...LIST}
        inside={INSIDE}
        name="hourShop"
        title="hourShop.tab"
        actions={ACTIONS}
        rowName={(row) => row.name}
        primary={(summary) => (
          <>
            {summary ? <AuthorisePage {...summary} /> : null}
            {add(summary)}
          </>
        )}
        empty={{ text: 'hourShop.empty', action: add }}
      />
      {element}
    </>
  );
}
