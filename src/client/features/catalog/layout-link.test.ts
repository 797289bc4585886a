import { describe, expect, it } from 'vitest';
import { linkTarget } from '#client/features/catalog/layout-link.tsx';

describe('the link of a layout', () => {
  it.each([
    ['/products?tags=Featured', '/products?tags=Featured'],
    ['https://example.com/a', 'https://example.com/a'],
    ['{"path":"/products","query":{"type":"sale"}}', '/products?type=sale'],
    ['{"path":"/about"}', '/about'],
  ])('%s leads to %s', (link, target) => {
    expect(linkTarget(link)).toBe(target);
  });

  it.each([
    null,
    '',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '{"path":"javascript:alert(1)"}',
    '{"path":7}',
    '{"path":',
  ])('%s leads nowhere', link => {
    expect(linkTarget(link)).toBeNull();
  });
});
