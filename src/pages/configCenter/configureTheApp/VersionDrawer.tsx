import { APP_VERSIONS } from '@contract/appVersion.fields';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import { QRCode } from '@/ui/library/QRCode';
import type { DetailContext } from '@/ui/ListPage';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import type { VersionRow } from './versionList';
