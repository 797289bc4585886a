/** Markup that is safe to send: only `html` makes it. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | Part[] | string | number | null | false;

/** Writes markup; every value put in is escaped unless it is markup from here already. Null and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, index) => string + markupOf(parts[index] ?? null)).join(''));
}

function markupOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(markupOf).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}
