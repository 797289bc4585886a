/** A query as the texts of an address: lists with commas, yes and no for what is true and false. */
export function textsOfQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) texts[name] = value.join(',');
    else if (typeof value === 'boolean') texts[name] = value ? 'yes' : 'no';
    else if (value !== undefined && value !== null) texts[name] = String(value);
  }
  return texts;
}

/** Tells whether two queries ask for the same, whatever order their fields stand in. */
export function isSameQuery(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
) {
  const [a, b] = [textsOfQuery(one), textsOfQuery(other)];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every(name => a[name] === b[name]);
}
