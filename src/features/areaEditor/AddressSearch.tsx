import { SearchOutlined } from '@ant-design/icons';
import { type LngLat, parseLngLat } from '@contract/hexagon';
import type { Data } from '@contract/index';
import { useId, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { readData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/library/Input';
import styles from './index.css';
import { useEscape } from './useEscape';

type Found = Data<'team.Team/searchAddress'>;

export interface AddressSearchProps {
  /** Code of the city whose results the map service prefers. */
  readonly cityCode?: string | undefined;
  /**
   * Called with the chosen place. `address` is the postal address of a search result, or its name if it has no address. It is `null` if the
   * user typed coordinates.
   */
  readonly onPlace: (point: LngLat, address: string | null) => void;
}

/** Searches for places. @returns the results, a message, whether a search is running, and functions to search, to choose and to close */
function useAddressSearch({ cityCode, onPlace }: AddressSearchProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const close = () => setFound(null);
  const take = (point: LngLat, address: string | null) => {
    setFound(null);
    setNote(null);
    onPlace(point, address);
  };
  const search = async (keyword: string) => {
    const typed = keyword.trim();
    if (!typed || busy) return;
    const point = parseLngLat(typed);
    if (point) {
      take(point, null);
      return;
    }
    setBusy(true);
    setNote(null);
    try {
      const answer = await readData('team.Team/searchAddress', {
        keyword: typed,
        ...(cityCode ? { cityCode } : {}),
      });
      setFound(answer);
      if (answer.list.length === 0) setNote(t('area.searchNone', { keyword: typed }));
    } catch (error) {
      setFound(null);
      setNote(readFailureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, found, note, close, take, search };
}

/** Searches for a place by postal address with the map service. Typed `lng,lat` is used directly, without a call. */
export function AddressSearch(props: AddressSearchProps) {
  const t = useT();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const { busy, found, note, close, take, search } = useAddressSearch(props);
  useEscape(found !== null, close);
  return (
    <div className={styles.search}>
      <div className={styles.searchRow}>
        <Input
          value={keyword}
          maxLength={64}
          placeholder={t('area.searchPlace')}
          aria-label={t('area.searchPlace')}
          title={t('area.searchPlace')}
          aria-controls={`${id}-list`}
          allowClear
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Without `preventDefault`, Enter would submit the surrounding form.
            event.preventDefault();
            event.stopPropagation();
            void search(keyword);
          }}
        />
        <Button
          icon={<SearchOutlined aria-hidden />}
          loading={busy}
          aria-label={t('area.search')}
          onClick={() => void search(keyword)}
        />
      </div>
      <div id={`${id}-list`} role="status">
        {note ? <p className={styles.searchNote}>{note}</p> : null}
        {found && found.list.length > 0 ? <Results found={found} onPick={take} /> : null}
      </div>
    </div>
  );
}

interface ResultsProps {
  readonly found: Found;
  readonly onPick: (point: LngLat, address: string) => void;
}

/** Lists the search results as buttons. */
function Results({ found, onPick }: ResultsProps) {
  const t = useT();
  const pick = (center: string, address: string) => {
    const point = parseLngLat(center);
    if (point) onPick(point, address);
  };
  return (
    <div className={styles.results}>
      {found.simulated ? <p className={styles.searchNote}>{t('area.simulated')}</p> : null}
      <ul aria-label={t('area.searchResults')}>
        {found.list.map((place) => (
          <li key={`${place.center} ${place.name}`}>
            <button type="button" onClick={() => pick(place.center, place.address || place.name)}>
              <strong>{place.name}</strong>
              <span>{place.address}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
