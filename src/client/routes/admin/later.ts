import { LATER, missingPage } from '#client/missing-page.ts';

/** Says that this page is not open yet. */
export const loader = (): never => missingPage(LATER);

/** Never stands anywhere; a screen has to have one. */
export const Component = () => null;
