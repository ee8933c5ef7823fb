import { z } from 'zod';
import { empty, queryId, read } from './endpoint';
import type { RuleId } from './permissions';
import { LOCALES } from './text';

/**
 * Builds the endpoint with the data that an editor of articles or announcements needs: languages and sensitive words.
 * @param rules permission ids of the authors
 */
export const writingEndpoint = (rules: readonly RuleId[]) =>
  read({
    summary: 'What the editor needs: the languages, the default one, and the words that may not be published.',
    access: { rule: rules },
    input: empty,
    data: z.object({
      languages: z.array(z.enum(LOCALES)),
      defaultLanguage: z.enum(LOCALES),
      sensitiveWords: z.array(z.string()),
    }),
  });

/**
 * Builds the endpoint that returns the permanent address of an uploaded picture for an article or announcement.
 * @param rules permission ids of the authors
 */
export const pictureEndpoint = (rules: readonly RuleId[]) =>
  read({
    summary: 'The lasting address of a picture that the caller uploaded for a text.',
    access: { rule: rules },
    input: z.object({ fileId: queryId() }),
    data: z.object({ src: z.string() }),
    errors: [40401],
  });
