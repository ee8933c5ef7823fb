/**
 * With `MOCK=none npm run dev` the development server proxies `/api` to another back end instead of its own.
 * `API_TARGET` is the address of that back end. The default is a console started with `npm start` on this machine.
 */
export const proxy = {
  '/api': { target: process.env.API_TARGET ?? 'http://127.0.0.1:8000', changeOrigin: true },
};
