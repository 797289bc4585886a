import { US_STATES } from '#shared/rules/us-address.ts';

/** The states of an address's field. */
export function StateOptions() {
  return (
    <>
      <option value="">Choose</option>
      {Object.entries(US_STATES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
