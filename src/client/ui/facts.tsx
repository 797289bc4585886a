/** What is known of something, by its labels; what is not said has no row. */
export function Facts({
  facts,
  className,
}: {
  facts: readonly (readonly [label: string, value: string])[];
  className?: string | undefined;
}) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
