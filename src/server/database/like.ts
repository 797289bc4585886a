/** A LIKE pattern for what contains the text. */
export function contains(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, character => `\\${character}`);
}
