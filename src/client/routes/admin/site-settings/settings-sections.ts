/** The screens of the site settings, in their order. */
export const SETTINGS_SECTIONS = [
  {
    to: '/admin/site-settings/company-information',
    text: 'Company information',
    about: 'Name, address, opening hours and closed days.',
  },
  {
    to: '/admin/site-settings/miscellaneous',
    text: 'Miscellaneous',
    about: 'Time zone, terms, limits, special accounts, searches, and how long things are kept.',
  },
] as const;
