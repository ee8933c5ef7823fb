import { CloseOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { Button } from 'antd';
import { useState } from 'react';
import { usePlatform } from '@/components/platform';
import { useSay } from '@/components/say';
import { hasPage, titleKeyOf } from '@/layouts/pageTable';
import { forgetLeftOff, readLeftOff } from '@/utils/left-off';
import styles from './index.module.css';

/** One line after a sign-in that followed an ended session: the page one was on, offered once (SPEC, ambiguities of §2). */
export function LeftOff() {
  const say = useSay();
  const { userId } = usePlatform();
  const [gone, setGone] = useState(false);
  const address = gone ? null : readLeftOff(userId);
  const path = address?.split(/[?#]/)[0] ?? '';
  if (!address || !hasPage(path)) return null;
  const forget = () => {
    forgetLeftOff();
    setGone(true);
  };
  return (
    <div className={styles.leftOff} role="status">
      <Link to={address} onClick={forgetLeftOff}>
        {say('shell.continue', { title: say(titleKeyOf(path)) })}
      </Link>
      <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={say('dashboard.dismiss')} onClick={forget} />
    </div>
  );
}
