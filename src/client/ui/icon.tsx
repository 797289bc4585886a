/** Strokes in the manner of Tabler's icons (24 px, 1.5 px line). */
const PATHS = {
  alert:
    'M12 8v5M12 16h.01M10.3 3.9 2.6 17.2A2 2 0 0 0 4.300 20.200h15.400a2 2 0 0 0 1.700-3L13.700 3.900a2 2 0 0 0-3.400 0z',
  cart: 'M3 4h2.500l2.200 11.300a1 1 0 0 0 1 .800h8.900a1 1 0 0 0 1-.800L20.200 8H6.300M9.500 20h.01M17 20h.01',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  chevronDown: 'm6 9.500 6 6 6-6',
  chevronLeft: 'm14.500 6-6 6 6 6',
  chevronRight: 'm9.500 6 6 6-6 6',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  compare: 'M7 20h10M6 6l6-1 6 1M12 3v17M9 12 6 6l-3 6a3 3 0 0 0 6 0M21 12l-3-6-3 6a3 3 0 0 0 6 0',
  eye: 'M10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0M21 12c-2.400 4-5.400 6-9 6s-6.600-2-9-6c2.400-4 5.400-6 9-6s6.600 2 9 6',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  heart:
    'M12 20.500S4 15.500 4 9.800A4.300 4.300 0 0 1 12 7.500a4.300 4.300 0 0 1 8 2.300c0 5.700-8 10.700-8 10.700z',
  home: 'M4 11.500 12 4l8 7.500M6.500 10v10h11V10M10 20v-5.500h4V20',
  info: 'M12 11v5M12 8h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  list: 'M9 6h11M9 12h11M9 18h11M5 6h.01M5 12h.01M5 18h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  minus: 'M5 12h14',
  phone: 'M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20',
  sort: 'm8 10 4-4 4 4M8 14l4 4 4-4',
  sortDown: 'm8 14 4 4 4-4M12 6v12',
  sortUp: 'm8 10 4-4 4 4M12 6v12',
  star: 'm12 3.500 2.600 5.400 5.900.800-4.300 4.100 1 5.800-5.200-2.800-5.200 2.800 1-5.800-4.300-4.100 5.900-.800z',
  trash: 'M4.500 7h15M10 11v6M14 11v6M6 7l1 13h10l1-13M9.500 7V4h5v3',
  truck:
    'M3 6h11v10H3zM14 9.500h4l3 3.500v3h-7M7 19.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM17.500 19.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  user: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.500-4 3.500-6 7.500-6s7 2 7.500 6',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration only: the words beside it, or the control's label, say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
