import type { appEndpoints } from '../../../contract/app';
import { APP_VERSIONS } from '../../../contract/appVersion.fields';
import type { ParsedOf } from '../../../contract/endpoint';
import { resourceSource } from '../../core/export/resource-export';
import { type VersionRecord, versionRows } from './store';

/** Exports app versions with the columns of the list and the release notes in the file's language. */
export const appExportSources = [
  resourceSource(APP_VERSIONS, {
    module: 'config.appVersions',
    table: 'app_version',
    query: async (ctx, input: ParsedOf<(typeof appEndpoints)['config.App/getVersions']>) => versionRows(ctx.db, input),
    words: async () => ({}),
    names: {},
    columns: {
      notes: {
        reads: ['notes'],
        value: ({ record, ctx }) => (record as Pick<VersionRecord, 'notes'>).notes[ctx.locale],
      },
    },
  }),
];
