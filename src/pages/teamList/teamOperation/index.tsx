import { useLocation } from '@umijs/max';
import { Matrix } from './Matrix';
import { Station } from './Station';

/** Station operation (站点运营, DOMAIN §3.3): all stations × switches, or one station with `?id=`. */
export default function TeamOperationPage() {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? <Station key={id} id={id} /> : <Matrix />;
}
