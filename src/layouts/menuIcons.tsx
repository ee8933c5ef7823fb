import type { IconName } from '../../config/routes';

/* Small line drawings in the colour of the text: the icon library would cost the shell more than the whole menu. */
const PATHS: Readonly<Record<IconName, string>> = {
  alert: 'M8 2.5 14.5 13.5H1.5ZM8 6.5v3.5M8 11.7v.1',
  audit: 'M3 2h7l3 3v9H3ZM5.5 9l1.8 1.8L10.8 7',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11ZM6.7 14h2.6',
  cluster: 'M6 2h4v3H6ZM1.5 11h4v3h-4ZM10.5 11h4v3h-4ZM8 5v3M3.5 11V8h9v3',
  dashboard: 'M2 12a6 6 0 1 1 12 0M8 12l3-4M4 12h.1M12 12h.1',
  export: 'M8 10V2M5 5l3-3 3 3M3 9v5h10V9',
  home: 'M2 8l6-5.5L14 8M4 7v6.5h8V7',
  idcard: 'M1.5 3h13v10h-13ZM4 10.5a2 2 0 0 1 4 0M6 7.5v.1M10 6.5h2.5M10 9.5h2.5',
  lock: 'M3.5 7h9v7h-9ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 10v1.5',
  money: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.5 4.5 8 8l2.5-3.5M8 8v4M5.8 8.5h4.4M5.8 10.5h4.4',
  read: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.500 0 4.500.3 6 1.500M8 4c1.500-1.200 3.500-1.500 6-1.500v10c-2.500 0-4.500.3-6 1.500M8 4v10',
  safety: 'M8 1.5 13.500 3.500V8c0 3.500-2.500 5.500-5.500 6.500C5 13.500 2.500 11.500 2.500 8V3.500ZM5.500 8l1.800 1.800L10.500 6.500',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9ZM10.500 10.500 14 14',
  setting:
    'M8 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M3.400 12.600l1.400-1.400M11.200 4.800l1.400-1.400',
  shop: 'M2 6l1-3.500h10L14 6M2 6a2 2 0 0 0 4 0 2 2 0 0 0 4 0 2 2 0 0 0 4 0M3 8v6h10V8M6.500 14v-3.500h3V14',
  sound: 'M2 6v4h3l4 3.500v-11L5 6ZM11.500 5.500a3.500 3.500 0 0 1 0 5',
  team: 'M6 3a2.200 2.200 0 1 0 0 4.400A2.200 2.200 0 0 0 6 3ZM2 13a4 4 0 0 1 8 0M11 3.500a2 2 0 0 1 0 3.700M11.500 9.300A4 4 0 0 1 14 13',
  tool: 'M9.500 6.500 3 13M13.500 4.500a3.200 3.200 0 0 1-4.300 3.800 3.200 3.200 0 0 1-1-5L10 5l1.500-.500L12 3l-1.800-1a3.200 3.200 0 0 1 3.300 2.500Z',
  user: 'M8 2.500a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600ZM2.500 14a5.500 5.500 0 0 1 11 0',
};

export function MenuIcon({ name }: { readonly name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
