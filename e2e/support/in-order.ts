import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects nothing in the page, or in a part of it, as it stands, that axe holds against it. People who steer by
 * voice say what they read, so a control's name holds its visible words: a rule that axe asks for only where it is told.
 * Contrast takes most of a look, and colours are the same at each width: on phones it is looked at where a test asks.
 */
export async function expectAccessible(page: Page, part = 'html', contrast = isWide(page)): Promise<void> {
  // Colours on their way from one to another have no contrast worth judging; what is not drawn never gets there.
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(one => one.playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished);
    await Promise.race([Promise.allSettled(moving), new Promise(resolve => setTimeout(resolve, 2000))]);
  });
  // The other way opens a window of its own for each look; frames of other sites, which it is for, we have none of.
  // Describing each element that passes takes a third of a look.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      rules: {
        'label-content-name-mismatch': { enabled: true },
        'color-contrast': { enabled: contrast },
      },
      // The text of style sheets is for rules that are not asked.
      preload: false,
    })
    .withTags(WCAG)
    .include(part)
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
}

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024;

/**
 * Puts what stays in sight while one scrolls where it has its place in the page: it lies over whatever is there just then,
 * and whoever is after that scrolls on.
 */
export async function putBarsInPlace(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (getComputedStyle(element).position !== 'sticky') continue;
      element.style.position = 'relative';
      element.style.inset = 'auto';
    }
  });
}

/** The page is no wider than its window, neither as it stands nor at the width of the smallest phones. */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [size?.width ?? 0, 320]) {
    await page.setViewportSize({ width, height: size?.height ?? 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}

/** No accessibility fault, nothing that moved by itself, nothing that sticks out. */
export async function expectInOrder(page: Page, contrast = isWide(page)): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expectAccessible(page, 'html', contrast);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  await expectNothingSticksOut(page);
}

/** How far things moved by themselves since the page began, as browsers measure it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) sum += shift.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
      }),
  );
}
