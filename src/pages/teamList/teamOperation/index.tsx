import { useLocation } from '@umijs/max';
import { Matrix } from './Matrix';
import { Station } from './Station';

/** Shows the station operation page (站点运营, DOMAIN §3.3): the switches of the stations, or of one station with `?id=`. */
export default function TeamOperationPage() {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? <Station key={id} id={id} /> : <Matrix />;
}
