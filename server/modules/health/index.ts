/** How the console itself runs: its health page, pages in use, reported problems. */
export { healthHandlers } from './handlers';
export { healthJobs } from './jobs';
export { jobJournal } from './journal';
export { jobText } from './texts';
