/** The texts of the pages on the server. */
export { labelText, messageText } from '../../contract/locales/lookup';
