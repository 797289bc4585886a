import type { Who } from '#server/trpc.ts';
import type { KeyScope } from '#shared/enumerations.ts';

/** 'any key': it tells nothing that not everybody may know. 'no key': people sign in for it. */
export type CallScope = KeyScope | readonly KeyScope[] | 'any key' | 'no key';

/** Who may make a call, and its REST address. */
export interface Grant {
  /** What the procedure's builder must ask for. */
  who: Who;
  /** `METHOD /path`, below /api/v1 unless it starts with /api/; null: tRPC alone. */
  rest: string | null;
  /** What an API key needs for it besides the rights of its user; several: all of them. */
  scope: CallScope;
  /** What the procedure itself looks at beyond that: whose row, which fields. */
  within?: string;
}

const may = (who: Who, rest: string | null, scope: CallScope, within?: string): Grant => ({
  who,
  rest,
  scope,
  ...(within !== undefined && { within }),
});

/**
 * The table of who may what: every procedure of the shop, also those of later stages. A procedure that it does not
 * know, or that asks for another role or stands at another address, fails the tests.
 */
export const WHO_MAY_WHAT: Record<string, Grant> = {
  // Site and search
  'site.getSearchValues': may('public', 'GET /site/getSearchValues', 'catalogue:read'),
  'site.get': may('public', 'GET /site', 'any key'),
  'site.save': may('admin', 'POST /site', 'staff:write'),
  'logs.list': may('staff', 'GET /site/logs', 'staff:read', "all of them Admin, one user's also Employee"),
  'logs.addMany': may('staff', 'POST /site/logs', 'staff:write'),
  'logs.add': may('public', 'POST /site/log', 'any key'),
  'site.sendEmail': may('staff', 'POST /site/sendEmail', 'staff:write'),
  'site.contactUs': may('public', 'POST /site/contactUs', 'any key'),
  'site.clearSearchArray': may('admin', 'DELETE /site/clearSearchArray', 'staff:write'),
  'site.createXML': may('admin', 'POST /site/createXML', 'staff:write'),
  'vendors.emailIncrease': may('staff', 'POST /site/increase', 'staff:write'),
  'vendors.emailDecrease': may('staff', 'POST /site/decrease', 'staff:write'),
  'analytics.get': may('staff', 'GET /analytics', 'staff:read'),

  // Products
  'products.list': may('public', 'GET /products', 'catalogue:read'),
  'products.search': may('public', 'GET /products/search', 'catalogue:read'),
  'products.all': may('staff', 'GET /products/all', 'catalogue:read'),
  'products.adminById': may('staff', 'GET /products/admin/{id}', 'catalogue:read'),
  'variants.find': may('public', 'GET /products/variant', 'catalogue:read'),
  'variants.list': may('special', 'GET /products/variant/all', 'catalogue:read'),
  'favorites.list': may('user', 'GET /products/favorite', ['catalogue:read', 'prices:read']),
  'products.recent': may('user', 'GET /products/recent', ['orders:read', 'prices:read']),
  'products.byId': may('public', 'GET /products/{id}', 'catalogue:read'),
  'products.create': may('staff', 'POST /products', 'catalogue:write'),
  'products.update': may('staff', 'PUT /products', 'catalogue:write'),
  'products.bulkUpdate': may('staff', 'PATCH /products', 'catalogue:write'),
  'products.remove': may('staff', 'DELETE /products/{id}', 'catalogue:write'),
  'variants.create': may('staff', 'POST /products/variant', 'catalogue:write'),
  'variants.update': may('staff', 'PATCH /products/variant', 'catalogue:write'),
  'variants.remove': may('staff', 'DELETE /products/variant/{id}', 'catalogue:write'),
  'products.attachVariant': may(
    'staff',
    'POST /products/variant/{product_id}/{variant_id}',
    'catalogue:write',
  ),
  'products.updateVariant': may(
    'staff',
    'PATCH /products/variant/{product_id}/{variant_id}',
    'catalogue:write',
  ),
  'products.detachVariant': may(
    'staff',
    'DELETE /products/variant/{product_id}/{variant_id}',
    'catalogue:write',
  ),
  'products.removeBundleItem': may(
    'staff',
    'DELETE /products/bundle/{variant_id}/{bundle_item_id}',
    'catalogue:write',
  ),
  'favorites.add': may('user', 'POST /products/favorite', ['catalogue:write', 'prices:read']),
  'favorites.remove': may('user', 'PUT /products/favorite', ['catalogue:write', 'prices:read']),
  'companies.products': may(
    'commercial',
    'GET /companies/products/{companyId}',
    'prices:read',
    'own company; staff any',
  ),

  // Suggestions
  'suggestions.mine': may('user', 'GET /suggestions', ['catalogue:read', 'prices:read']),
  'suggestions.guest': may('public', 'GET /suggestions/notLoggedIn', 'catalogue:read'),
  'suggestions.recordOrder': may('public', 'PUT /suggestions', 'catalogue:write'),
  'suggestions.adminAdd': may('staff', 'POST /admin/products/suggestions', 'catalogue:write'),
  'suggestions.adminUpdate': may('staff', 'PUT /admin/products/suggestions', 'catalogue:write'),
  'suggestions.legacyAdd': may('staff', 'PUT /api/items/addsuggestion', 'catalogue:write'),
  'suggestions.legacyRemove': may('staff', 'PUT /api/items/removesuggestion', 'catalogue:write'),
  'suggestions.topTwenty': may('public', 'GET /api/items/toptwenty', 'catalogue:read'),

  // Filters and templates
  'filters.list': may('public', 'GET /filters', 'catalogue:read'),
  'filters.saveAll': may('admin', 'POST /filters', 'catalogue:write'),
  'filters.single': may('staff', 'GET /filters/single', 'catalogue:read'),
  'filters.saveSingle': may('admin', 'POST /filters/single', 'catalogue:write'),
  'filters.remove': may('admin', 'DELETE /filters/{id}', 'catalogue:write'),
  'filters.unassigned': may('admin', 'GET /filters/unassigned', 'catalogue:read'),
  'filters.unassignedDetailed': may(
    'admin',
    'GET /filters/getUnassignedFiltersWithUnassociatedValues',
    'catalogue:read',
  ),
  'filters.build': may('admin', 'POST /filters/build', 'catalogue:write'),
  'productTemplates.list': may('staff', 'GET /productTemplates', 'catalogue:read'),
  'productTemplates.create': may('admin', 'POST /productTemplates', 'catalogue:write'),
  'productTemplates.update': may('admin', 'PUT /productTemplates', 'catalogue:write'),
  'productTemplates.duplicate': may('admin', 'PATCH /productTemplates', 'catalogue:write'),
  'productTemplates.remove': may('admin', 'DELETE /productTemplates/{id}', 'catalogue:write'),

  // Tags
  'tags.list': may('public', 'GET /tags', 'catalogue:read'),
  'tags.categories': may('public', 'GET /tags/categories', 'catalogue:read'),
  'tags.saveCategories': may('admin', 'PUT /tags/categories', 'catalogue:write'),
  'vendors.alterPrices': may('staff', 'PUT /tags/vendor', 'prices:write'),
  'vendors.save': may('staff', 'PATCH /tags/vendor', 'catalogue:write'),
  'tags.save': may('staff', 'PATCH /tags', 'catalogue:write', 'type Tag; Category and Subcategory Admin'),
  'tags.remove': may('admin', 'DELETE /tags/{id}', 'catalogue:write'),

  // Orders and carts
  'orders.list': may('user', 'GET /orders/some', 'orders:read', 'own; staff all'),
  'carts.list': may('user', 'GET /orders/carts', 'carts:read', 'own'),
  'carts.create': may('user', 'POST /orders/carts', 'carts:write'),
  'settings.shippingGet': may('public', 'GET /orders/shipping', 'prices:read'),
  'settings.shippingSave': may('admin', 'POST /orders/shipping', 'prices:write'),
  'settings.taxGet': may('public', 'GET /orders/taxRate', 'prices:read'),
  'settings.taxSave': may('admin', 'POST /orders/taxRate', 'prices:write'),
  'coupons.verify': may('public', 'GET /orders/verifyCoupon/{code}', 'prices:read'),
  'orders.byId': may(
    'public',
    'GET /orders/{id}',
    'orders:read',
    'with orderKey; its owner; Primary of its company; staff',
  ),
  'carts.saveOrUpdate': may('user', 'PATCH /orders', 'carts:write', 'own'),
  'orders.submit': may('public', 'POST /orders', 'orders:write'),
  'orders.cancel': may('public', 'PUT /orders', 'orders:write', 'with orderKey; its owner; staff'),
  'orders.adminReplace': may('staff', 'PUT /orders/admin', 'orders:write'),
  'orders.adminPatch': may('staff', 'PATCH /orders/admin', 'orders:write'),
  'orders.remove': may('user', 'DELETE /orders/{id}', 'carts:write', 'own cart; an order Admin'),
  'orders.duplicate': may('user', 'POST /orders/duplicate', ['orders:read', 'carts:write'], 'own; staff any'),
  'orders.duplicateById': may(
    'user',
    'PATCH /orders/duplicate',
    ['orders:read', 'carts:write'],
    'own; staff any',
  ),
  'orders.createByStaff': may('staff', 'POST /orders/createOrder', 'orders:write'),
  'orders.pay': may(
    'user',
    'POST /orders/payOrder',
    'orders:write',
    'own; Primary of its company; staff any',
  ),
  'orders.getCost': may('public', 'PATCH /orders/getCost', 'prices:read'),
  'orders.emailConfirmation': may('staff', 'POST /orders/confirmation', 'orders:write'),
  'orders.emailInvoice': may('staff', 'POST /orders/invoice', 'orders:write'),
  'carts.saveAsBid': may('user', 'POST /users/cart', 'carts:write'),
  'orders.addToHistory': may('user', 'POST /users/addOrderToHistory', 'orders:write'),
  'payments.charge': may('public', 'POST /creditCard/charge', 'orders:write', 'with orderKey; its owner'),

  // Returns
  'returns.create': may('user', 'POST /returns', 'orders:write', 'own; staff any'),
  'returns.update': may('staff', 'PUT /returns', 'orders:write'),
  'returns.email': may(
    'user',
    'POST /returns/email',
    'orders:write',
    "own, to the order's address; staff any",
  ),
  'accounting.creditMemo': may('staff', 'POST /quickbooks/credit_memo', 'staff:write'),

  // Coupons
  'coupons.list': may('admin', 'GET /coupons', 'prices:read'),
  'coupons.product': may('public', 'GET /coupons/product', 'prices:read'),
  'coupons.save': may('admin', 'POST /coupons', 'prices:write'),
  'coupons.remove': may('admin', 'DELETE /coupons/{id}', 'prices:write'),

  // Users
  'users.list': may('staff', 'GET /users/all', 'staff:read'),
  'users.simple': may('staff', 'GET /users/simple', 'staff:read'),
  'auth.me': may('public', 'GET /users', 'company:read'),
  'auth.register': may('public', 'POST /users', 'no key'),
  'auth.login': may('public', 'POST /users/login', 'no key'),
  'auth.loginAs': may('admin', 'PATCH /users/login', 'no key'),
  'auth.options': may('public', null, 'no key'),
  'auth.loginBack': may('user', null, 'no key', 'who acts as this user'),
  'auth.logout': may('public', 'DELETE /users', 'no key'),
  'users.adminUpdate': may(
    'staff',
    'PATCH /users',
    'staff:write',
    'staff accounts, permissionLevel and creditLimit Admin',
  ),
  'users.updateProfile': may('user', 'PUT /users', 'company:write'),
  'users.saveTiers': may('staff', 'PATCH /users/tiers', 'prices:write'),
  'users.byId': may('staff', 'GET /users/{id}', 'staff:read'),
  'users.remove': may('admin', 'DELETE /users/{id}', 'staff:write'),
  'auth.updatePassword': may(
    'user',
    'POST /users/updatePassword',
    'no key',
    'a session of his own: no key, nobody who acts as him',
  ),
  'auth.verifyToken': may('public', 'POST /users/verifyToken', 'no key'),
  'auth.setPassword': may('public', 'POST /users/setPassword', 'no key'),
  'auth.resetPassword': may('public', 'POST /users/resetPassword', 'no key'),
  'auth.google': may('public', 'POST /users/google', 'no key'),

  // Companies
  'companies.list': may('staff', 'GET /companies', 'company:read'),
  'companies.limited': may('staff', 'GET /companies/limited', 'company:read'),
  'companies.orders': may('commercial', 'GET /companies/orders', 'orders:read', 'Primary of it; staff any'),
  'companies.byId': may('commercial', 'GET /companies/{id}', 'company:read', 'own; staff any'),
  'companies.runClean': may('admin', 'POST /companies/runClean', 'company:write'),
  'companies.create': may(
    'user',
    'POST /companies',
    'company:write',
    'without users, while without a company; staff any',
  ),
  'companies.update': may(
    'commercial',
    'PUT /companies',
    'company:write',
    'Primary of it, a few fields; staff; creditLimit Admin',
  ),
  'companies.syncCosts': may('staff', 'PATCH /companies/all', 'prices:write'),
  'companies.saveTiers': may('staff', 'POST /companies/tiers', 'prices:write'),
  'companies.addAssociatedAccount': may(
    'commercial',
    'POST /companies/addAssociatedAccount',
    'company:write',
    'Primary of it; staff any',
  ),
  'companies.overwriteVariants': may('staff', 'PUT /companies/variant', 'prices:write'),
  'companies.addSpecialItem': may('staff', 'PATCH /companies/{companyId}', 'prices:write'),
  'companies.removeSpecialItem': may('staff', 'PUT /companies/{companyId}', 'prices:write'),
  'companies.addUser': may('staff', 'POST /companies/{companyId}/{userId}', 'company:write'),
  'companies.removeUser': may(
    'commercial',
    'DELETE /companies/{companyId}/{userId}',
    'company:write',
    'Primary of it; staff any',
  ),

  // Layouts
  'layouts.list': may(
    'public',
    'GET /layouts',
    'catalogue:read',
    'template Information the special accounts alone',
  ),
  'layouts.create': may('admin', 'POST /layouts', 'staff:write'),
  'layouts.update': may('admin', 'PUT /layouts', 'staff:write'),
  'layouts.remove': may('admin', 'DELETE /layouts/{id}', 'staff:write'),

  // Notifications
  'notifications.list': may('user', 'GET /notifications', 'orders:read'),
  'notifications.newest': may('user', 'GET /notifications/new', 'orders:read'),
  'notifications.create': may('staff', 'POST /notifications', 'staff:write'),
  'notifications.update': may('user', 'PUT /notifications', 'orders:write', 'own'),
  'notifications.removeAll': may('user', 'DELETE /notifications', 'orders:write'),
  'notificationTemplates.list': may('admin', 'GET /notifications/template', 'staff:read'),
  'notificationTemplates.create': may('admin', 'POST /notifications/template', 'staff:write'),
  'notificationTemplates.update': may('admin', 'PUT /notifications/template', 'staff:write'),
  'notificationTemplates.remove': may('admin', 'DELETE /notifications/template/{id}', 'staff:write'),
  'notifications.remove': may('user', 'DELETE /notifications/{id}', 'orders:write', 'own'),

  // Reviews
  'reviews.list': may('public', 'GET /reviews', 'catalogue:read'),
  'reviews.create': may('user', 'POST /reviews', 'catalogue:write', 'a guest gets 403'),
  'reviews.update': may('user', 'PUT /reviews', 'catalogue:write', 'own; staff any; a guest gets 403'),
  'reviews.remove': may(
    'user',
    'DELETE /reviews/{id}',
    'catalogue:write',
    'own; staff any; a guest gets 403',
  ),

  // Accounting
  'accounting.progress': may('staff', 'GET /quickbooks/progress', 'staff:read'),
  'accounting.clearKeys': may('admin', 'PUT /quickbooks/clear', 'staff:write'),
  'accounting.syncItems': may('admin', 'GET /quickbooks/items', 'staff:write'),
  'accounting.syncCompany': may('staff', 'POST /quickbooks/company', 'staff:write'),
  'accounting.syncVendors': may('staff', 'POST /quickbooks/vendor', 'staff:write'),
  'accounting.syncProduct': may('staff', 'POST /quickbooks/singleProduct', 'staff:write'),
  'accounting.createInvoice': may('staff', 'POST /quickbooks/invoiceNew', 'staff:write'),
  'accounting.createPurchaseOrder': may('staff', 'POST /quickbooks/purchaseOrder', 'staff:write'),

  // tRPC alone
  'returns.list': may('user', null, 'orders:read', 'own; staff any'),
  'returns.returnable': may('user', null, 'orders:read', 'own; Primary of its company; staff any'),
  'returns.byId': may('user', null, 'orders:read', 'own; staff any'),
  'vendors.list': may('staff', null, 'catalogue:read'),
  'vendors.remove': may('admin', null, 'catalogue:write'),
  'companies.remove': may('admin', null, 'company:write'),
  'companies.removeAssociatedAccount': may('commercial', null, 'company:write', 'Primary of it; staff any'),
  'companies.forCheckout': may('user', null, 'company:read', 'own company'),
  'companies.savePartNumbers': may('commercial', null, 'company:write', 'Primary of it; staff any'),
  'companies.saveAddress': may('commercial', null, 'company:write', 'Primary of it; staff any'),
  'companies.removeAddress': may('commercial', null, 'company:write', 'Primary of it; staff any'),
  'photos.list': may('staff', null, 'catalogue:read'),
  'photos.remove': may('staff', null, 'catalogue:write'),
  'team.invite': may('commercial', null, 'company:write', 'Primary'),
  'team.invitations': may('commercial', null, 'company:read', 'Primary'),
  'team.resend': may('commercial', null, 'company:write', 'Primary'),
  'team.withdraw': may('commercial', null, 'company:write', 'Primary'),
  'team.setRole': may('commercial', null, 'company:write', 'Primary'),
  'team.setLimit': may('commercial', null, 'company:write', 'Primary'),
  'team.approve': may('commercial', null, 'orders:write', 'Primary'),
  'team.decline': may('commercial', null, 'orders:write', 'Primary'),
  'team.approvals': may('commercial', null, 'orders:read', 'own; Primary of the company all'),
  'team.approval': may('commercial', null, 'orders:read', 'own; Primary of the company any'),
  'team.requestApproval': may('commercial', null, 'orders:write', 'of a company'),
  'team.takeBack': may('commercial', null, 'orders:write', 'own'),
  'team.invitation': may('public', null, 'no key', 'with the link'),
  'team.accept': may('user', null, 'no key', 'whom the invitation names'),
  'team.register': may('public', null, 'no key', 'with the link'),
  'carts.names': may('user', null, 'carts:read', 'own'),
  'carts.byId': may('user', null, 'carts:read', 'own; a bid or quote staff'),
  'carts.add': may('user', null, 'carts:write', 'own'),
  'carts.changeLines': may('user', null, 'carts:write', 'own'),
  'carts.removeLines': may('user', null, 'carts:write', 'own'),
  'carts.moveLines': may('user', null, 'carts:write', 'own'),
  'carts.acceptPrices': may('user', null, 'carts:write', 'own'),
  'carts.duplicate': may('user', null, 'carts:write', 'own'),
  'carts.share': may('user', null, 'carts:write', 'own'),
  'carts.unshare': may('user', null, 'carts:write', 'own'),
  'carts.shared': may('public', null, 'carts:read', 'with the link'),
  'carts.packs': may('public', null, 'catalogue:read'),
  'carts.quote': may('staff', null, 'carts:write'),
  'variants.match': may('public', null, 'catalogue:read'),
  'variants.awaited': may('user', null, 'catalogue:read', 'own'),
  'variants.askForStock': may('user', null, 'catalogue:write', 'what is on sale'),
  'variants.forgetStock': may('user', null, 'catalogue:write', 'own'),
  'products.boughtBefore': may('user', null, 'orders:read', "own orders and his company's"),
  'orders.lookup': may('public', null, 'orders:read', 'with orderKey'),
  'orders.compare': may('user', null, 'orders:read', 'own'),
  'storeCredit.balance': may('user', null, 'company:read', 'own'),
  'storeCredit.grant': may('staff', null, 'staff:write'),
  'savedCards.list': may('user', null, 'orders:read', 'own'),
  'savedCards.remove': may('user', null, 'orders:write', 'own'),
  'sessions.list': may('user', null, 'no key', 'own'),
  'sessions.end': may('user', null, 'no key', 'own'),
  'auth.confirmEmail': may('public', null, 'no key', 'with the link of the mail'),
  'auth.sendConfirmation': may('user', null, 'no key', 'own'),
  'auth.firstAdmin': may('public', null, 'no key', 'with the link of the log'),
  'apiKeys.list': may('user', null, 'no key', 'own; Admin all'),
  'apiKeys.create': may('user', null, 'no key', 'own'),
  'apiKeys.revoke': may('user', null, 'no key', 'own; Admin any'),
  'statement.get': may('commercial', null, 'company:read', 'Primary of it; staff any'),
  'payments.terms': may('user', null, 'orders:read', 'own'),
  'payments.gateway': may('public', null, 'orders:read'),
  'search.suggest': may('public', null, 'catalogue:read'),
  'mailbox.list': may('staff', null, 'staff:read'),
  'mailbox.get': may('staff', null, 'staff:read'),
  'mailbox.resend': may('staff', null, 'staff:write'),
  'site.version': may('public', null, 'any key'),
};
