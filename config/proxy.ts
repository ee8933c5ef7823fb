/**
 * `MOCK=none npm run dev` sends `/api` to a back end elsewhere instead of the one inside the development server.
 * `API_TARGET` names it; the default is a console started with `npm start` on this machine.
 */
export const proxy = {
  '/api': { target: process.env.API_TARGET ?? 'http://127.0.0.1:8000', changeOrigin: true },
};
