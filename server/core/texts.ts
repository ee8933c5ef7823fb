/** Provides the texts of the pages to the server. */
export { labelText, messageText } from '../../contract/locales/lookup';
