import { withoutUnseen } from '#shared/rules/unseen-letters.ts';

/** Text of which a mail program or a browser makes a link by itself. */
const ADDRESS = new RegExp(
  [
    String.raw`[a-z][a-z\d+.-]*:\/\/`,
    String.raw`\bwww\.`,
    // A label, a dot, and an ending of two letters or more: "knurl.com", but neither "J.R. Smith" nor "1.5 in".
    String.raw`[\p{L}\p{N}-]\.(?:xn--[a-z\d-]+|\p{L}{2,})`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
  ].join('|'),
  'iu',
);

/** Whether a name, or a part of it, could be read as the address of a web site or a mailbox. */
export const looksLikeAddress = (name: string): boolean =>
  ADDRESS.test(withoutUnseen(name).normalize('NFKC').replace(/[。]/g, '.'));
