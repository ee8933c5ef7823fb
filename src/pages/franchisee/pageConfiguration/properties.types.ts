import type { PageContent } from '@contract/franchisePage.content';
import type { Locale } from '@contract/text';
import type { Shown } from '@/ui/FileUpload';

/** What the properties of every part need. */
export interface PropertiesProps {
  readonly content: PageContent;
  readonly locale: Locale;
  readonly readOnly: boolean;
  /** Keys that were published: they stay as they are. */
  readonly published: ReadonlyMap<string, string>;
  /** The mistake of a property of what is selected. */
  readonly errorOf: (property: string) => string | undefined;
  readonly stored: ReadonlyMap<number, Shown>;
  readonly onPicture: (fileId: number) => void;
}
