import { type Grant, may } from '#server/grants.ts';

/** The part of the table that the screens of the back office alone call, by no REST address. */
export const OFFICE_RIGHTS: Record<string, Grant> = {
  'variants.stockMoves': may('staff', null, 'staff:read'),
  'orders.desk': may('staff', null, 'orders:read'),
  'orders.deskCounts': may('staff', null, 'orders:read'),
  'orders.deskBeside': may('staff', null, 'orders:read'),
  'orders.record': may('staff', null, 'orders:read'),
  'orders.dismissAlert': may('staff', null, 'orders:write'),
  'orders.history': may('staff', null, 'staff:read', 'mails to staff Admin'),
  'users.desk': may('staff', null, 'staff:read', 'of staff accounts name, address, level; Admin all'),
  'users.deskBeside': may('staff', null, 'staff:read'),
  'users.record': may('staff', null, 'staff:read', 'of staff accounts name, address, level; Admin all'),
  'companies.desk': may('staff', null, 'company:read'),
  'companies.deskBeside': may('staff', null, 'company:read'),
  'companies.record': may('staff', null, 'company:read'),
  'comments.list': may('staff', null, 'staff:read'),
  'comments.people': may('staff', null, 'staff:read'),
  'comments.add': may('staff', null, 'staff:write'),
  'comments.edit': may('staff', null, 'staff:write', 'own for 15 minutes; Admin any'),
  'comments.remove': may('staff', null, 'staff:write', 'own for 15 minutes; Admin any'),
  'site.settings': may('admin', null, 'staff:read'),
  'mailbox.list': may('staff', null, 'staff:read', 'mails to staff Admin'),
  'mailbox.get': may('staff', null, 'staff:read', 'mails to staff Admin'),
  'mailbox.resend': may('staff', null, 'staff:write', 'mails to staff Admin'),
};
