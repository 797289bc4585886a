/** Shows a list of labels and values; empty values are skipped. */
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
