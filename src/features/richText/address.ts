/** Links in rich texts must use https. */
export const HTTPS = /^https:\/\/[^\s/]\S*$/i;
