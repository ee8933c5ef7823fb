import { ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useT } from '@/app/i18n/i18n';
import type { ActionRow } from '../actions/types';
import { Button } from '../Button';
import { ColumnSettings } from '../ColumnSettings';
import { ExportButton } from '../ExportButton';
import { PageHeader } from '../PageHeader';
import styles from './index.css';
import { filterQuery } from './listState';
import { SavedViews } from './SavedViews';
import { contentOf } from './summaryContent';
import type { ListAddress, ListView } from './types';
import type { Listing } from './useListing';

/** Renders a list's title, saved views, and page actions. */
export function ListHead<A extends ListAddress, R extends ActionRow>({ listing }: { readonly listing: Listing<A, R> }) {
  const { props, schema, control, query, data, columns, views, view } = listing;
  const t = useT();
  const primary = contentOf(props.primary, listing);
  return (
    <PageHeader
      title={props.title}
      section={props.inside !== undefined}
      beside={
        <SavedViews list={props.name} title={props.title} schema={schema} control={control} shown={columns.shown} />
      }
      asOf={data?.asOf}
      primary={primary ? <div className={styles.primary}>{primary}</div> : null}
      extra={
        <>
          {views.length > 0 ? <ViewChoice views={views} chosen={view} onChoose={control.setView} /> : null}
          <ExportButton
            list={props.address}
            filter={{ ...filterQuery(schema, control.state.filters), ...props.fixed }}
            selected={listing.selection.selected}
          />
          <Button
            icon={<ReloadOutlined aria-hidden spin={query.isFetching} />}
            aria-label={t('list.refresh')}
            onClick={() => query.refetch()}
          />
          {view ? null : (
            <ColumnSettings columns={listing.plainColumns} choice={columns.choice} onChange={columns.choose} />
          )}
        </>
      }
    />
  );
}

interface ViewChoiceProps {
  readonly views: readonly ListView[];
  readonly chosen: ListView | undefined;
  readonly onChoose: (key: string | null) => void;
}

function ViewChoice({ views, chosen, onChoose }: ViewChoiceProps) {
  const t = useT();
  return (
    <fieldset className={styles.views}>
      <legend className={styles.legend}>{t('list.view')}</legend>
      <Button
        icon={<UnorderedListOutlined aria-hidden />}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(null)}
      >
        {t('list.asList')}
      </Button>
      {views.map((item) => (
        <Button key={item.key} icon={item.icon} aria-pressed={chosen === item} onClick={() => onChoose(item.key)}>
          {t(item.label)}
        </Button>
      ))}
    </fieldset>
  );
}
