import { describe, expect, it } from 'vitest';
import { mailPage } from '#client/routes/admin/mailbox/mail-page.ts';

const parsed = (html: string) => new DOMParser().parseFromString(mailPage(html), 'text/html');

describe('a mail in its frame', () => {
  const page = parsed(
    '<!doctype html>\n<html><head>\n<title>Hi</title></head><body><a href="[link]">Open</a><a href="https://a.test/$&">See</a></body></html>',
  );

  it('loads nothing and opens links in a window of their own', () => {
    expect(mailPage('<!doctype html><html><head></head></html>')).toMatch(/^<!doctype html>/);
    expect(page.querySelector('base')?.target).toBe('_blank');
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
    expect(page.title).toBe('Hi');
  });

  it('has no link where a mark stands, and keeps the others as they are', () => {
    expect([...page.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
      null,
      'https://a.test/$&',
    ]);
  });

  it('is held to the same where it came without a head', () => {
    const bare = parsed('<p>Hello</p>');
    expect(bare.querySelector('base')?.target).toBe('_blank');
    expect(bare.querySelector('meta[http-equiv]')).not.toBeNull();
    expect(bare.body.textContent).toBe('Hello');
  });
});
