const FRACTION = /(\d+(?:-\d+)?\/\d+["”″]?|\d+(?:\.\d+)? ?(?:mm|in\b|["”″]))/;

/** Text whose measures stay on one line: 1-1/4" is never broken at its hyphen. */
export function Unbroken({ text }: { text: string }) {
  if (!FRACTION.test(text)) return text;
  return text.split(FRACTION).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <span key={index} className="nowrap">
        {part}
      </span>
    ),
  );
}
