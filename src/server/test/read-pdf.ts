import { inflateSync } from 'node:zlib';

type Objects = Map<string, Buffer>;

/** Words are drawn one by one, so that only what is between them tells them apart from one that was broken. */
export const close = (text = ''): string => text.replaceAll(' ', '');

/** The text of each page of a PDF that is written plainly (no packed objects), in the order in which it is drawn. */
export function readPdf(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const pages = [...objects.values()].map(textOf).filter(body => /\/Type \/Page\b/.test(body));
  return pages.map(page => pageText(objects, page));
}

const textOf = (body: Buffer) => body.toString('latin1');

function readObjects(pdf: Buffer): Objects {
  const objects: Objects = new Map();
  const text = textOf(pdf);
  for (const { 1: number = '', index } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    objects.set(number, pdf.subarray(index, text.indexOf('\nendobj', index)));
  }
  return objects;
}

function referred(objects: Objects, body: string, name: string): Buffer {
  const [, number = ''] = new RegExp(`/${name} (\\d+) 0 R`).exec(body) ?? [];
  return objects.get(number) ?? Buffer.alloc(0);
}

function stream(object: Buffer): string {
  const [head = '', start] = [textOf(object), textOf(object).indexOf('stream\n') + 7];
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  const content = object.subarray(start, start + length);
  return textOf(/\/FlateDecode/.test(head) ? inflateSync(content) : content);
}

function pageText(objects: Objects, page: string): string {
  const inline = /\/Resources (\d+) 0 R/.test(page) ? textOf(referred(objects, page, 'Resources')) : page;
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', number = ''] of inline.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = textOf(objects.get(number) ?? Buffer.alloc(0));
    fonts.set(name, readLetters(stream(referred(objects, font, 'ToUnicode'))));
  }
  const drawn: string[] = [];
  let letters = new Map<number, string>();
  for (const [, font, shown = ''] of stream(referred(objects, page, 'Contents')).matchAll(
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (font) letters = fonts.get(font) ?? letters;
    else drawn.push(spelled(shown, letters));
  }
  return drawn.join(' ').replace(/\s+/g, ' ');
}

function spelled(shown: string, letters: Map<number, string>): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return glyphs.map(glyph => letters.get(Number.parseInt(glyph, 16)) ?? '�').join('');
}

/** A font's glyphs as letters: `<0000> <00ff> [<0020> <0041> …]`. */
function readLetters(cmap: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const spelt = [...list.matchAll(/<([0-9a-f ]*)>/gi)];
    spelt.forEach(([, hex = ''], index) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(
        Number.parseInt(from, 16) + index,
        String.fromCharCode(...units.map(unit => Number.parseInt(unit, 16))),
      );
    });
  }
  return letters;
}
