import type { Page } from '@playwright/test';

/**
 * Finds what a sheet of paper would show that only a screen has a use for: ways through the shop, what is pressed,
 * filled in or downloaded, and links that look like buttons.
 */
export async function uselessOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => {
    const pressed =
      'nav, header, footer, button, [role=button], [role=switch], input, select, textarea, summary, [download]';
    const looksPressed = (link: Element) => {
      const { display, borderTopWidth, backgroundColor } = getComputedStyle(link);
      const isFilled = !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
      return display.endsWith('flex') && (borderTopWidth !== '0px' || isFilled);
    };
    const boxed = [...document.querySelectorAll('a')].filter(looksPressed);
    return [...new Set([...document.querySelectorAll(pressed), ...boxed])]
      .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map(one => `${one.tagName.toLowerCase()}: ${one.textContent?.trim().slice(0, 60)}`);
  });
  await page.emulateMedia({ media: 'screen' });
  return found;
}
