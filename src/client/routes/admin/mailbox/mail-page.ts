/** Opens what is followed in a window of its own, and loads nothing, wherever the mail came from. */
const HEAD =
  '<base target="_blank"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">';

/** The document of a frame that shows a mail. Links in whose place a mark stands lead nowhere. */
export function mailPage(html: string): string {
  const inert = html.replaceAll(' href="[link]"', '');
  return inert.includes('<head>') ? inert.replace('<head>', `<head>${HEAD}`) : HEAD + inert;
}
