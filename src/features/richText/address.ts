/** Links of rich texts lead to other sites by https only. */
export const HTTPS = /^https:\/\/[^\s/]\S*$/i;
