import type { Who } from '#server/trpc.ts';

/** Who may make a call, and its REST address. */
export interface Grant {
  /** What the procedure's builder must ask for. */
  who: Who;
  /** `METHOD /path`, below /api/v1 unless it starts with /api/; null: tRPC alone. */
  rest: string | null;
  /** What the procedure itself looks at beyond that: whose row, which fields. */
  within?: string;
}

/**
 * The table of who may what: every procedure of the shop, also those of later stages. A procedure that it does not
 * know, or that asks for another role or stands at another address, fails the tests.
 */
export const WHO_MAY_WHAT: Record<string, Grant> = {
  // Site and search
  'site.getSearchValues': { who: 'public', rest: 'GET /site/getSearchValues' },
  'site.get': { who: 'public', rest: 'GET /site' },
  'site.save': { who: 'admin', rest: 'POST /site' },
  'logs.list': {
    who: 'staff',
    rest: 'GET /site/logs',
    within: "all of them Admin, one user's also Employee",
  },
  'logs.addMany': { who: 'staff', rest: 'POST /site/logs' },
  'logs.add': { who: 'public', rest: 'POST /site/log' },
  'site.sendEmail': { who: 'staff', rest: 'POST /site/sendEmail' },
  'site.contactUs': { who: 'public', rest: 'POST /site/contactUs' },
  'site.clearSearchArray': { who: 'admin', rest: 'DELETE /site/clearSearchArray' },
  'site.createXML': { who: 'admin', rest: 'POST /site/createXML' },
  'vendors.emailIncrease': { who: 'staff', rest: 'POST /site/increase' },
  'vendors.emailDecrease': { who: 'staff', rest: 'POST /site/decrease' },
  'analytics.get': { who: 'staff', rest: 'GET /analytics' },

  // Products
  'products.list': { who: 'public', rest: 'GET /products' },
  'products.search': { who: 'public', rest: 'GET /products/search' },
  'products.all': { who: 'staff', rest: 'GET /products/all' },
  'products.adminById': { who: 'staff', rest: 'GET /products/admin/{id}' },
  'variants.find': { who: 'public', rest: 'GET /products/variant' },
  'variants.list': { who: 'special', rest: 'GET /products/variant/all' },
  'favorites.list': { who: 'user', rest: 'GET /products/favorite' },
  'products.recent': { who: 'user', rest: 'GET /products/recent' },
  'products.byId': { who: 'public', rest: 'GET /products/{id}' },
  'products.create': { who: 'staff', rest: 'POST /products' },
  'products.update': { who: 'staff', rest: 'PUT /products' },
  'products.bulkUpdate': { who: 'staff', rest: 'PATCH /products' },
  'products.remove': { who: 'staff', rest: 'DELETE /products/{id}' },
  'variants.create': { who: 'staff', rest: 'POST /products/variant' },
  'variants.update': { who: 'staff', rest: 'PATCH /products/variant' },
  'variants.remove': { who: 'staff', rest: 'DELETE /products/variant/{id}' },
  'products.attachVariant': { who: 'staff', rest: 'POST /products/variant/{product_id}/{variant_id}' },
  'products.updateVariant': { who: 'staff', rest: 'PATCH /products/variant/{product_id}/{variant_id}' },
  'products.detachVariant': { who: 'staff', rest: 'DELETE /products/variant/{product_id}/{variant_id}' },
  'products.removeBundleItem': {
    who: 'staff',
    rest: 'DELETE /products/bundle/{variant_id}/{bundle_item_id}',
  },
  'favorites.add': { who: 'user', rest: 'POST /products/favorite' },
  'favorites.remove': { who: 'user', rest: 'PUT /products/favorite' },
  'companies.products': {
    who: 'commercial',
    rest: 'GET /companies/products/{companyId}',
    within: 'own company; staff any',
  },

  // Suggestions
  'suggestions.mine': { who: 'user', rest: 'GET /suggestions' },
  'suggestions.guest': { who: 'public', rest: 'GET /suggestions/notLoggedIn' },
  'suggestions.recordOrder': { who: 'public', rest: 'PUT /suggestions' },
  'suggestions.adminAdd': { who: 'staff', rest: 'POST /admin/products/suggestions' },
  'suggestions.adminUpdate': { who: 'staff', rest: 'PUT /admin/products/suggestions' },
  'suggestions.legacyAdd': { who: 'staff', rest: 'PUT /api/items/addsuggestion' },
  'suggestions.legacyRemove': { who: 'staff', rest: 'PUT /api/items/removesuggestion' },
  'suggestions.topTwenty': { who: 'public', rest: 'GET /api/items/toptwenty' },

  // Filters and templates
  'filters.list': { who: 'public', rest: 'GET /filters' },
  'filters.saveAll': { who: 'admin', rest: 'POST /filters' },
  'filters.single': { who: 'staff', rest: 'GET /filters/single' },
  'filters.saveSingle': { who: 'admin', rest: 'POST /filters/single' },
  'filters.remove': { who: 'admin', rest: 'DELETE /filters/{id}' },
  'filters.unassigned': { who: 'admin', rest: 'GET /filters/unassigned' },
  'filters.unassignedDetailed': {
    who: 'admin',
    rest: 'GET /filters/getUnassignedFiltersWithUnassociatedValues',
  },
  'filters.build': { who: 'admin', rest: 'POST /filters/build' },
  'productTemplates.list': { who: 'staff', rest: 'GET /productTemplates' },
  'productTemplates.create': { who: 'admin', rest: 'POST /productTemplates' },
  'productTemplates.update': { who: 'admin', rest: 'PUT /productTemplates' },
  'productTemplates.duplicate': { who: 'admin', rest: 'PATCH /productTemplates' },
  'productTemplates.remove': { who: 'admin', rest: 'DELETE /productTemplates/{id}' },

  // Tags
  'tags.list': { who: 'public', rest: 'GET /tags' },
  'tags.categories': { who: 'public', rest: 'GET /tags/categories' },
  'tags.saveCategories': { who: 'admin', rest: 'PUT /tags/categories' },
  'vendors.alterPrices': { who: 'staff', rest: 'PUT /tags/vendor' },
  'vendors.save': { who: 'staff', rest: 'PATCH /tags/vendor' },
  'tags.save': { who: 'staff', rest: 'PATCH /tags', within: 'type Tag; Category and Subcategory Admin' },
  'tags.remove': { who: 'admin', rest: 'DELETE /tags/{id}' },

  // Orders and carts
  'orders.list': { who: 'user', rest: 'GET /orders/some', within: 'own; staff all' },
  'carts.list': { who: 'user', rest: 'GET /orders/carts', within: 'own' },
  'carts.create': { who: 'user', rest: 'POST /orders/carts' },
  'settings.shippingGet': { who: 'public', rest: 'GET /orders/shipping' },
  'settings.shippingSave': { who: 'admin', rest: 'POST /orders/shipping' },
  'settings.taxGet': { who: 'public', rest: 'GET /orders/taxRate' },
  'settings.taxSave': { who: 'admin', rest: 'POST /orders/taxRate' },
  'coupons.verify': { who: 'public', rest: 'GET /orders/verifyCoupon/{code}' },
  'orders.byId': {
    who: 'public',
    rest: 'GET /orders/{id}',
    within: 'with orderKey; its owner; Primary of its company; staff',
  },
  'carts.saveOrUpdate': { who: 'user', rest: 'PATCH /orders', within: 'own' },
  'orders.submit': { who: 'public', rest: 'POST /orders' },
  'orders.cancel': { who: 'public', rest: 'PUT /orders', within: 'with orderKey; its owner; staff' },
  'orders.adminReplace': { who: 'staff', rest: 'PUT /orders/admin' },
  'orders.adminPatch': { who: 'staff', rest: 'PATCH /orders/admin' },
  'orders.remove': { who: 'user', rest: 'DELETE /orders/{id}', within: 'own cart; an order Admin' },
  'orders.duplicate': { who: 'user', rest: 'POST /orders/duplicate', within: 'own; staff any' },
  'orders.duplicateById': { who: 'user', rest: 'PATCH /orders/duplicate', within: 'own; staff any' },
  'orders.createByStaff': { who: 'staff', rest: 'POST /orders/createOrder' },
  'orders.pay': {
    who: 'user',
    rest: 'POST /orders/payOrder',
    within: 'own; Primary of its company; staff any',
  },
  'orders.getCost': { who: 'public', rest: 'PATCH /orders/getCost' },
  'orders.emailConfirmation': { who: 'staff', rest: 'POST /orders/confirmation' },
  'orders.emailInvoice': { who: 'staff', rest: 'POST /orders/invoice' },
  'carts.saveAsBid': { who: 'user', rest: 'POST /users/cart' },
  'orders.addToHistory': { who: 'user', rest: 'POST /users/addOrderToHistory' },
  'payments.charge': { who: 'public', rest: 'POST /creditCard/charge', within: 'with orderKey; its owner' },

  // Returns
  'returns.create': { who: 'user', rest: 'POST /returns', within: 'own; staff any' },
  'returns.update': { who: 'staff', rest: 'PUT /returns' },
  'returns.email': {
    who: 'user',
    rest: 'POST /returns/email',
    within: "own, to the order's address; staff any",
  },
  'accounting.creditMemo': { who: 'staff', rest: 'POST /quickbooks/credit_memo' },

  // Coupons
  'coupons.list': { who: 'admin', rest: 'GET /coupons' },
  'coupons.product': { who: 'public', rest: 'GET /coupons/product' },
  'coupons.save': { who: 'admin', rest: 'POST /coupons' },
  'coupons.remove': { who: 'admin', rest: 'DELETE /coupons/{id}' },

  // Users
  'users.list': { who: 'staff', rest: 'GET /users/all' },
  'users.simple': { who: 'staff', rest: 'GET /users/simple' },
  'auth.me': { who: 'public', rest: 'GET /users' },
  'auth.register': { who: 'public', rest: 'POST /users' },
  'auth.login': { who: 'public', rest: 'POST /users/login' },
  'auth.loginAs': { who: 'admin', rest: 'PATCH /users/login' },
  'auth.logout': { who: 'public', rest: 'DELETE /users' },
  'users.adminUpdate': {
    who: 'staff',
    rest: 'PATCH /users',
    within: 'staff accounts, permissionLevel and creditLimit Admin',
  },
  'users.updateProfile': { who: 'user', rest: 'PUT /users' },
  'users.saveTiers': { who: 'staff', rest: 'PATCH /users/tiers' },
  'users.byId': { who: 'staff', rest: 'GET /users/{id}' },
  'users.remove': { who: 'admin', rest: 'DELETE /users/{id}' },
  'auth.updatePassword': { who: 'user', rest: 'POST /users/updatePassword' },
  'auth.verifyToken': { who: 'public', rest: 'POST /users/verifyToken' },
  'auth.setPassword': { who: 'public', rest: 'POST /users/setPassword' },
  'auth.resetPassword': { who: 'public', rest: 'POST /users/resetPassword' },
  'auth.google': { who: 'public', rest: 'POST /users/google' },

  // Companies
  'companies.list': { who: 'staff', rest: 'GET /companies' },
  'companies.limited': { who: 'staff', rest: 'GET /companies/limited' },
  'companies.orders': {
    who: 'commercial',
    rest: 'GET /companies/orders',
    within: 'Primary of it; staff any',
  },
  'companies.byId': { who: 'commercial', rest: 'GET /companies/{id}', within: 'own; staff any' },
  'companies.runClean': { who: 'admin', rest: 'POST /companies/runClean' },
  'companies.create': {
    who: 'user',
    rest: 'POST /companies',
    within: 'without users, while without a company; staff any',
  },
  'companies.update': {
    who: 'commercial',
    rest: 'PUT /companies',
    within: 'Primary of it, a few fields; staff; creditLimit Admin',
  },
  'companies.syncCosts': { who: 'staff', rest: 'PATCH /companies/all' },
  'companies.saveTiers': { who: 'staff', rest: 'POST /companies/tiers' },
  'companies.addAssociatedAccount': {
    who: 'commercial',
    rest: 'POST /companies/addAssociatedAccount',
    within: 'Primary of it; staff any',
  },
  'companies.overwriteVariants': { who: 'staff', rest: 'PUT /companies/variant' },
  'companies.addSpecialItem': { who: 'staff', rest: 'PATCH /companies/{companyId}' },
  'companies.removeSpecialItem': { who: 'staff', rest: 'PUT /companies/{companyId}' },
  'companies.addUser': { who: 'staff', rest: 'POST /companies/{companyId}/{userId}' },
  'companies.removeUser': {
    who: 'commercial',
    rest: 'DELETE /companies/{companyId}/{userId}',
    within: 'Primary of it; staff any',
  },

  // Layouts
  'layouts.list': {
    who: 'public',
    rest: 'GET /layouts',
    within: 'template Information the special accounts alone',
  },
  'layouts.create': { who: 'admin', rest: 'POST /layouts' },
  'layouts.update': { who: 'admin', rest: 'PUT /layouts' },
  'layouts.remove': { who: 'admin', rest: 'DELETE /layouts/{id}' },

  // Notifications
  'notifications.list': { who: 'user', rest: 'GET /notifications' },
  'notifications.newest': { who: 'user', rest: 'GET /notifications/new' },
  'notifications.create': { who: 'staff', rest: 'POST /notifications' },
  'notifications.update': { who: 'user', rest: 'PUT /notifications', within: 'own' },
  'notifications.removeAll': { who: 'user', rest: 'DELETE /notifications' },
  'notificationTemplates.list': { who: 'admin', rest: 'GET /notifications/template' },
  'notificationTemplates.create': { who: 'admin', rest: 'POST /notifications/template' },
  'notificationTemplates.update': { who: 'admin', rest: 'PUT /notifications/template' },
  'notificationTemplates.remove': { who: 'admin', rest: 'DELETE /notifications/template/{id}' },
  'notifications.remove': { who: 'user', rest: 'DELETE /notifications/{id}', within: 'own' },

  // Reviews
  'reviews.list': { who: 'public', rest: 'GET /reviews' },
  'reviews.create': { who: 'user', rest: 'POST /reviews', within: 'a guest gets 403' },
  'reviews.update': { who: 'user', rest: 'PUT /reviews', within: 'own; staff any; a guest gets 403' },
  'reviews.remove': { who: 'user', rest: 'DELETE /reviews/{id}', within: 'own; staff any; a guest gets 403' },

  // Accounting
  'accounting.progress': { who: 'staff', rest: 'GET /quickbooks/progress' },
  'accounting.clearKeys': { who: 'admin', rest: 'PUT /quickbooks/clear' },
  'accounting.syncItems': { who: 'admin', rest: 'GET /quickbooks/items' },
  'accounting.syncCompany': { who: 'staff', rest: 'POST /quickbooks/company' },
  'accounting.syncVendors': { who: 'staff', rest: 'POST /quickbooks/vendor' },
  'accounting.syncProduct': { who: 'staff', rest: 'POST /quickbooks/singleProduct' },
  'accounting.createInvoice': { who: 'staff', rest: 'POST /quickbooks/invoiceNew' },
  'accounting.createPurchaseOrder': { who: 'staff', rest: 'POST /quickbooks/purchaseOrder' },

  // tRPC alone
  'returns.list': { who: 'user', rest: null, within: 'own; staff any' },
  'returns.byId': { who: 'user', rest: null, within: 'own; staff any' },
  'vendors.list': { who: 'staff', rest: null },
  'vendors.remove': { who: 'admin', rest: null },
  'companies.remove': { who: 'admin', rest: null },
  'photos.list': { who: 'staff', rest: null },
  'photos.remove': { who: 'staff', rest: null },
  'team.invite': { who: 'commercial', rest: null, within: 'Primary' },
  'team.remove': { who: 'commercial', rest: null, within: 'Primary' },
  'team.setLimit': { who: 'commercial', rest: null, within: 'Primary' },
  'team.approve': { who: 'commercial', rest: null, within: 'Primary' },
  'team.accept': { who: 'user', rest: null, within: 'whom the invitation names' },
  'carts.names': { who: 'user', rest: null, within: 'own' },
  'carts.byId': { who: 'user', rest: null, within: 'own' },
  'carts.add': { who: 'user', rest: null, within: 'own' },
  'carts.changeLines': { who: 'user', rest: null, within: 'own' },
  'carts.removeLines': { who: 'user', rest: null, within: 'own' },
  'carts.moveLines': { who: 'user', rest: null, within: 'own' },
  'carts.acceptPrices': { who: 'user', rest: null, within: 'own' },
  'carts.duplicate': { who: 'user', rest: null, within: 'own' },
  'carts.share': { who: 'user', rest: null, within: 'own' },
  'carts.unshare': { who: 'user', rest: null, within: 'own' },
  'carts.shared': { who: 'public', rest: null, within: 'with the link' },
  'carts.packs': { who: 'public', rest: null },
  'carts.quote': { who: 'staff', rest: null },
  'products.boughtBefore': { who: 'user', rest: null, within: 'own orders' },
  'orders.lookup': { who: 'public', rest: null, within: 'with orderKey' },
  'orders.compare': { who: 'user', rest: null, within: 'own' },
  'storeCredit.balance': { who: 'user', rest: null, within: 'own' },
  'storeCredit.grant': { who: 'staff', rest: null },
  'savedCards.list': { who: 'user', rest: null, within: 'own' },
  'savedCards.remove': { who: 'user', rest: null, within: 'own' },
  'sessions.list': { who: 'user', rest: null, within: 'own' },
  'sessions.end': { who: 'user', rest: null, within: 'own' },
  'auth.firstAdmin': { who: 'public', rest: null, within: 'with the link of the log' },
  'apiKeys.list': { who: 'user', rest: null, within: 'own; Admin all' },
  'apiKeys.create': { who: 'user', rest: null, within: 'own' },
  'apiKeys.revoke': { who: 'user', rest: null, within: 'own; Admin any' },
  'statement.get': { who: 'commercial', rest: null, within: 'Primary of it; staff any' },
  'payments.gateway': { who: 'public', rest: null },
  'search.suggest': { who: 'public', rest: null },
  'mailbox.list': { who: 'staff', rest: null },
  'mailbox.get': { who: 'staff', rest: null },
  'mailbox.resend': { who: 'staff', rest: null },
  'site.version': { who: 'public', rest: null },
};
