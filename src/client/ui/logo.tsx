/** A knurled knob from above. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15" fill="#1d4b45" />
      <circle cx="16" cy="16" r="15" fill="none" stroke="#b08a3e" strokeWidth="2" strokeDasharray="2 2.71" />
      <g fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round">
        <path d="m11 8.500 12.500 12.500M8.500 11l12.500 12.500M16 7.500 24.500 16M7.500 16l8.500 8.500M21 8.500 8.500 21M23.500 11 11 23.500M16 7.500 7.500 16M24.500 16 16 24.500" />
      </g>
    </svg>
  );
}
