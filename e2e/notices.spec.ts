import type { Page } from '@playwright/test';
import {
  COMPANY_NOTICES,
  FAVORITE_NOTICES,
  NOTIFICATION_NOTICES,
  type Notice,
  ORDER_NOTICES,
  PART_NUMBER_NOTICES,
  PASSWORD_NOTICES,
  RETURN_NOTICES,
  REVIEW_NOTICES,
  TEAM_NOTICES,
  USER_NOTICES,
} from '#shared/messages.ts';
import { signInAs } from './support/ask.ts';
import { askForApproval } from './support/ask-approval.ts';
import { breakCalls, fillCart, linkTo, placeButton, thankedFor } from './support/journeys.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

/** Failures here stand in the browser's console, too. */
const FAILURES = [
  ...[COMPANY_NOTICES, FAVORITE_NOTICES, NOTIFICATION_NOTICES, ORDER_NOTICES, PART_NUMBER_NOTICES],
  ...[PASSWORD_NOTICES, RETURN_NOTICES, REVIEW_NOTICES, TEAM_NOTICES, USER_NOTICES],
].flatMap<Notice | ((...said: never[]) => Notice)>(notices => Object.values(notices));
test.use({
  fill: 'e2e/support/fill-notices.ts',
  provoked: [
    ...FAILURES.flatMap(notice => ('text' in notice && notice.kind === 'failure' ? notice.text : [])),
    // They are asked for together, and failed readings are logged by their names.
    ...['companies.byId: ', 'team.approvals: ', 'team.invitations: '],
  ],
});

/** Does the same twice, first while its call fails; each time it is said how it ended, and nothing is lost. */
async function tryTwice(
  page: Page,
  [call, failure, success]: [call: string, failure: Notice, success: Notice | null],
  act: () => Promise<unknown>,
): Promise<void> {
  await breakCalls(page, call);
  await act();
  await expect(page.getByText(failure.text)).toBeVisible();
  await page.unroute(`**/trpc/${call}**`);
  await act();
  if (success) await expect(page.getByText(success.text)).toBeVisible();
}

const press = (page: Page, name: string | RegExp) => () =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

test('a Primary is told of each change to his team whether it was made', ANY_WIDTH, async ({ page }) => {
  await signIn(page, 'commercial');
  await breakCalls(page, 'companies.byId');
  await page.getByRole('link', { name: 'Team' }).first().click();
  await expect(page.getByText(COMPANY_NOTICES.readFailed.text)).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/trpc/companies.byId**');
  await press(page, 'Try again')();
  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the team' }).getByRole('link', { name }).click();

  const invite = page.getByRole('form', { name: 'Invite someone' });
  await invite.getByLabel('E-mail').fill('ivo@example.com');
  await tryTwice(page, ['team.invite', TEAM_NOTICES.inviteFailed, TEAM_NOTICES.invited], () =>
    invite.getByRole('button').click(),
  );
  await tryTwice(
    page,
    ['team.withdraw', TEAM_NOTICES.withdrawFailed, TEAM_NOTICES.withdrawn],
    press(page, 'Withdraw the invitation to ivo@example.com'),
  );

  await part('Addresses');
  await press(page, 'Change Old shop')();
  await tryTwice(
    page,
    ['companies.saveAddress', TEAM_NOTICES.saveAddressFailed, TEAM_NOTICES.savedAddress],
    () => page.getByRole('dialog').getByRole('button', { name: 'Save the address' }).click(),
  );
  await tryTwice(
    page,
    ['companies.removeAddress', TEAM_NOTICES.removeAddressFailed, TEAM_NOTICES.removedAddress],
    press(page, 'Remove Old shop'),
  );

  await part('People');
  await tryTwice(
    page,
    ['companies.removeAssociatedAccount', TEAM_NOTICES.removeAccountFailed, TEAM_NOTICES.removedAccount],
    press(page, 'Remove Otto Oak'),
  );
  const associate = page.getByRole('form', { name: 'Add an associated account' });
  await associate.getByLabel('E-mail of the account').fill('olga@example.com');
  await tryTwice(
    page,
    ['companies.addAssociatedAccount', COMPANY_NOTICES.addUserFailed, TEAM_NOTICES.addedAccount],
    () => associate.getByRole('button').click(),
  );

  await part('Company');
  const own = page.getByRole('form', { name: 'Hollis Cabinetry' });
  await own.getByLabel('City').fill('Austin');
  await tryTwice(page, ['companies.update', COMPANY_NOTICES.saveFailed, COMPANY_NOTICES.saved], () =>
    own.getByRole('button', { name: 'Save the company' }).click(),
  );
  await expect(own.getByLabel('City')).toHaveValue('Austin');

  await part('People');
  await press(page, 'Change Sam Saw')();
  const member = page.getByRole('dialog', { name: 'Change what Sam Saw may do' });
  await member.getByLabel(/^Spending limit/).fill('75');
  await tryTwice(page, ['team.setLimit', TEAM_NOTICES.changeMemberFailed, TEAM_NOTICES.changedMember], () =>
    member.getByRole('button', { name: 'Save' }).click(),
  );
  await press(page, 'Change Sam Saw')();
  await tryTwice(
    page,
    ['companies.removeUser', TEAM_NOTICES.removeUserFailed, COMPANY_NOTICES.removedUser],
    () => member.getByRole('button', { name: 'Remove from the company' }).click(),
  );
});

test(
  'an order that waits is declined, or taken back, and both are told whether it is so',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await askForApproval(shop);
    await signInAs(page.request, PEOPLE.foreman);
    await page.goto('/user/team');
    await tryTwice(
      page,
      ['team.takeBack', TEAM_NOTICES.takeBackFailed, TEAM_NOTICES.takenBack],
      press(page, 'Withdraw it'),
    );
    await page.context().clearCookies();

    await askForApproval(shop);
    await signInAs(page.request, PEOPLE.commercial);
    await page.goto('/user/team');
    await press(page, 'Review it')();
    const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
    await breakCalls(page, 'team.approve');
    await dialog.getByRole('button', { name: /^Approve \$/ }).click();
    await expect(page.getByText(TEAM_NOTICES.approveFailed.text)).toBeVisible();
    await page.unroute('**/trpc/team.approve**');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByLabel('A note to Fran Foreman').fill('After the tenth, please.');
    await tryTwice(page, ['team.decline', TEAM_NOTICES.declineFailed, TEAM_NOTICES.declined], () =>
      dialog.getByRole('button', { name: 'Decline the order' }).click(),
    );
    await page.getByText('Decided earlier').click();
    await expect(page.getByText('Dana Hollis: After the tenth, please.')).toBeVisible();
  },
);

test('account pages tell of each change whether it was made', ANY_WIDTH, async ({ page }) => {
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/notifications');
  await tryTwice(
    page,
    ['notifications.update', NOTIFICATION_NOTICES.failed, null],
    press(page, 'Mark read: Second'),
  );
  await press(page, 'Delete all')();
  await tryTwice(
    page,
    ['notifications.removeAll', NOTIFICATION_NOTICES.deleteAllFailed, NOTIFICATION_NOTICES.allDeleted],
    press(page, 'Delete'),
  );

  await breakCalls(page, 'orders.list');
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await expect(page.getByText(ORDER_NOTICES.listFailed.text)).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/trpc/orders.list**');
  await press(page, 'Try again')();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();

  // Delivered goods are sent back.
  const own = page
    .getByRole('main')
    .getByRole('link', { name: /^Order \d+/ })
    .first();
  const number = Number(/\d+/.exec((await own.textContent()) ?? '')?.[0]);
  await own.click();
  await press(page, 'Request a return')();
  const sent = page.getByLabel('Quantity to return, of 1').first();
  const request = press(page, 'Request the return');
  await sent.fill('2');
  await request();
  await expect(page.getByText('You can return at most 1.')).toBeVisible();
  await expect(sent).toHaveValue('2');
  await sent.fill('1');
  await tryTwice(page, ['returns.create', RETURN_NOTICES.submitFailed, RETURN_NOTICES.submitted], request);

  await page.goto('/user/orders');
  await page.getByText('Is an order missing').click();
  const add = page.getByRole('form', { name: 'Add an order' });
  await add.getByLabel('Order number').fill(String(number + 1));
  await tryTwice(
    page,
    ['orders.addToHistory', ORDER_NOTICES.notInDatabase, ORDER_NOTICES.addedToHistory],
    () => add.getByRole('button').click(),
  );

  await page.goto('/user/special-pricing');
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /^Add your number/ })
    .first()
    .click();
  await main.getByRole('textbox', { name: /^Your number/ }).fill('HC-1');
  await tryTwice(
    page,
    ['companies.savePartNumbers', PART_NUMBER_NOTICES.failed, PART_NUMBER_NOTICES.saved],
    press(page, 'Save'),
  );
  await expect(main.getByText('Your number HC-1')).toBeVisible();

  // Signs in as from another browser.
  await page.context().clearCookies();
  await signIn(page, 'commercial');
  await page.goto('/user/settings');
  await tryTwice(page, ['sessions.end', USER_NOTICES.endFailed, USER_NOTICES.sessionEnded], () =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Sign out / })
      .first()
      .click(),
  );
});

test(
  'who confirms his address, opens a company or joins one is told whether it was done',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await page.goto('/user?forgotten');
    const forgotten = page.getByRole('form', { name: 'Forgot password' });
    await forgotten.getByLabel('E-mail').fill(PEOPLE.retail);
    await tryTwice(page, ['auth.resetPassword', PASSWORD_NOTICES.resetFailed, null], () =>
      forgotten.getByRole('button').click(),
    );
    await expect(page.getByText(`A reset password link has been sent to ${PEOPLE.retail}`)).toBeVisible();

    await signIn(page, 'retail');
    await tryTwice(
      page,
      [
        'auth.sendConfirmation',
        USER_NOTICES.confirmationFailed,
        USER_NOTICES.confirmationSent(PEOPLE.retail),
      ],
      press(page, 'Send it again'),
    );
    const link = await linkTo(shop, PEOPLE.retail, '/confirm-email');
    await page.goto(link);
    await tryTwice(
      page,
      ['auth.confirmEmail', USER_NOTICES.confirmFailed, USER_NOTICES.emailConfirmed],
      press(page, /^Confirm/),
    );

    await page.goto('/commercial');
    const open = page.getByRole('form', { name: 'I buy for my company' });
    await open.getByLabel('Company name').fill('Moss Millwork');
    await tryTwice(page, ['companies.create', COMPANY_NOTICES.createFailed, COMPANY_NOTICES.saved], () =>
      open.getByRole('button').click(),
    );
  },
);

test(
  'hearts, reviews and kept cards say when they could not be changed',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.commercial);
    const { product_id } = await shop.variant('ZH-130');
    await page.goto(`/product/${product_id}`);
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /^Favorite: / })
      .first();
    await tryTwice(page, ['favorites.add', FAVORITE_NOTICES.failed, null], () => heart.click());
    await expect(heart).toHaveAttribute('aria-pressed', 'true');

    await press(page, 'Write a review')();
    const review = page.getByRole('form', { name: 'Your review' });
    await review.getByRole('radio', { name: /^4/ }).check();
    await review.getByLabel('Title').fill('Turns well');
    await tryTwice(page, ['reviews.create', REVIEW_NOTICES.failed, REVIEW_NOTICES.posted], () =>
      review.getByRole('button', { name: 'Post the review' }).click(),
    );
  },
);

test('an order on account that could not be placed says so', ANY_WIDTH, async ({ page }) => {
  await signInAs(page.request, PEOPLE.commercial);
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout/summary');
  await page.getByRole('radio', { name: 'On account (Terms)' }).check();
  await breakCalls(page, 'orders.submit');
  await placeButton(page).click();
  await expect(page.getByText(ORDER_NOTICES.placeFailed.text).first()).toBeVisible();
  await page.unroute('**/trpc/orders.submit**');
  await placeButton(page).click();
  await thankedFor(page, 'Dana Hollis');
});

test('a review that was begun before signing in is there afterwards', ANY_WIDTH, async ({ page, shop }) => {
  const { product_id } = await shop.variant('ZH-131');
  await page.goto(`/product/${product_id}`);
  await press(page, 'Write a review')();
  const review = page.getByRole('form', { name: 'Your review' });
  await review.getByRole('radio', { name: /^5/ }).check();
  await review.getByLabel('Title').fill('Holds');
  await review.getByLabel(/^Review/).fill('Six months on a heavy door.');
  await review.getByRole('link', { name: 'Sign in' }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(PEOPLE.retail);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(review.getByLabel('Title')).toHaveValue('Holds');
  await expect(review.getByLabel(/^Review/)).toHaveValue('Six months on a heavy door.');
  await expect(review.getByRole('radio', { name: /^5/ })).toBeChecked();
  await review.getByRole('button', { name: 'Post the review' }).click();
  await expect(page.getByText(REVIEW_NOTICES.posted.text)).toBeVisible();
});
