import type { PageContent } from '@contract/franchisePage.content';
import type { Locale } from '@contract/text';
import type { Shown } from '@/ui/FileUpload';

/** Props of the properties of every part. */
export interface PropertiesProps {
  readonly content: PageContent;
  readonly locale: Locale;
  readonly readOnly: boolean;
  /** Published keys, which cannot be changed. */
  readonly published: ReadonlyMap<string, string>;
  /** Returns the error of a property of the selected part. */
  readonly errorOf: (property: string) => string | undefined;
  readonly stored: ReadonlyMap<number, Shown>;
  readonly onPicture: (fileId: number) => void;
}
