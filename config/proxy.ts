/**
 * Proxy of the development server for `MOCK=none npm run dev`. It sends `/api` to the back end with the base URL `API_TARGET`. The
 * default is a console that runs on this machine with `npm start`.
 */
export const proxy = {
  '/api': { target: process.env.API_TARGET ?? 'http://127.0.0.1:8000', changeOrigin: true },
};
