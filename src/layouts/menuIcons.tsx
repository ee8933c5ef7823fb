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
  read: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5M8 4c1.5-1.2 3.5-1.5 6-1.5v10c-2.5 0-4.5.3-6 1.5M8 4v10',
  safety: 'M8 1.5 13.5 3.5V8c0 3.5-2.5 5.5-5.5 6.5C5 13.5 2.5 11.5 2.5 8V3.5ZM5.5 8l1.8 1.8L10.5 6.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  setting:
    'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  shop: 'M2 6l1-3.5h10L14 6M2 6a2 2 0 0 0 4 0 2 2 0 0 0 4 0 2 2 0 0 0 4 0M3 8v6h10V8M6.5 14v-3.5h3V14',
  sound: 'M2 6v4h3l4 3.5v-11L5 6ZM11.5 5.5a3.5 3.5 0 0 1 0 5',
  team: 'M6 3a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 6 3ZM2 13a4 4 0 0 1 8 0M11 3.5a2 2 0 0 1 0 3.7M11.5 9.3A4 4 0 0 1 14 13',
  tool: 'M9.5 6.5 3 13M13.5 4.5a3.2 3.2 0 0 1-4.3 3.8 3.2 3.2 0 0 1-1-5L10 5l1.5-.5L12 3l-1.8-1a3.2 3.2 0 0 1 3.3 2.5Z',
  user: 'M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM2.5 14a5.5 5.5 0 0 1 11 0',
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
