import type { Data } from '@contract/index';
import { type Label, useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import type { Fact } from '@/ui/DetailDrawer';

export type Detail = Data<'foodLoss.Report/getDetail'>;
export interface Inside {
  readonly loss: Detail;
}

export function useFact() {
  const t = useT();
  return (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });
}

/** Links to a file of a case. The link text is the file name. */
export function FileLink({ file }: { readonly file: { readonly name: string; readonly url: string } }) {
  return (
    <a href={serverAddress(file.url)} target="_blank" rel="noreferrer">
      {file.name}
    </a>
  );
}
