import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { Tone } from '@contract/lifecycle';
import type { ReactNode } from 'react';
import styles from './index.css';

const ICONS: Record<Tone, ReactNode> = {
  neutral: <MinusCircleOutlined aria-hidden />,
  info: <ClockCircleOutlined aria-hidden />,
  working: <SyncOutlined aria-hidden />,
  good: <CheckCircleOutlined aria-hidden />,
  bad: <CloseCircleOutlined aria-hidden />,
  attention: <ExclamationCircleOutlined aria-hidden />,
};

/** Renders a state. Icon, word and colour have the same meaning on all pages (DESIGN "Colour"). */
export function StatusTag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`} data-tone={tone}>
      {ICONS[tone]}
      {text}
    </span>
  );
}
