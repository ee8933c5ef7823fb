import type { PageContent } from '@contract/franchisePage.content';
import type { Locale } from '@contract/text';
import type { Shown } from '@/ui/FileUpload';

/** Props that the property components of blocks, fields and page settings share. */
export interface PropertiesProps {
  readonly content: PageContent;
  readonly locale: Locale;
  readonly readOnly: boolean;
  /** Kinds of the published fields by key. The keys of these fields cannot be changed. */
  readonly published: ReadonlyMap<string, string>;
  /** Returns the error of a property of the selected block, field or page settings. */
  readonly errorOf: (property: string) => string | undefined;
  readonly stored: ReadonlyMap<number, Shown>;
  readonly onPicture: (fileId: number) => void;
}
