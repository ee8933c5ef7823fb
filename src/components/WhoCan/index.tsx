import { useData } from '../data';
import { useSay } from '../say';
import styles from './index.css';

/** Which permission is missing, in the reader's words, and who can grant it. Nothing while that is not known. */
export function WhoCan({ rule }: { readonly rule: number }) {
  const say = useSay();
  const { data } = useData('rights.Identity/explainRefusal', { rule }, { staleTime: 60_000 });
  if (!data || data.held) return null;
  return (
    <dl className={styles.box}>
      <div>
        <dt>{say('form.missingRight')}</dt>
        <dd>{data.name}</dd>
      </div>
      <div>
        <dt>{say('form.granters')}</dt>
        <dd>{data.granters.length > 0 ? data.granters.join(say('list.separator')) : say('form.noGranters')}</dd>
      </div>
    </dl>
  );
}
