import type { Data } from '@contract/index';
import type { ReactNode } from 'react';
import styles from './index.css';

/** This module contains types and components that the tabs of a franchisee share. */

/** Permission id for revealing masked data of franchisees. */
export const UNMASK_RULE = 4205;

export type FranchiseeDetail = Data<'franchise.Franchisee/getDetail'>;

export interface Inside {
  readonly franchisee: FranchiseeDetail;
}

export const nothing = (text: string) => <p className={styles.note}>{text}</p>;

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
