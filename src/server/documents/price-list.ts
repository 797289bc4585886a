import Papa from 'papaparse';
import type { AgreedPrice } from '#server/companies/company-products.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { formatMoney } from '#shared/rules/money.ts';

/** A company's price list as it is written, every amount in its final words: what prints it only lays it out. */
export interface PriceList {
  kind: 'price-list';
  companyName: string;
  /** The day it holds for, in words. */
  date: string;
  /** `logo` is SVG. */
  shop: { name: string; contact: string[]; logo: string };
  rows: { productNum: string; partNumber: string; name: string; listPrice: string; price: string }[];
}

export function priceListOf(
  companyName: string,
  prices: readonly AgreedPrice[],
  { site, logo, date }: { site: MailSite; logo: string; date: string },
): PriceList {
  return {
    kind: 'price-list',
    companyName,
    date,
    shop: { name: site.name, contact: [site.address, site.phone, site.email].filter(Boolean), logo },
    rows: prices.map(({ productNum, partNumber, name, originalPrice, price }) => ({
      productNum,
      partNumber,
      name,
      listPrice: formatMoney(originalPrice),
      price: formatMoney(price),
    })),
  };
}

/** For spreadsheets: amounts are numbers, and what would be a formula is text. */
export function priceListCsv(prices: readonly AgreedPrice[]): string {
  const fields = ['productNum', 'partNumber', 'name', 'vendor', 'listPrice', 'price'];
  const data = prices.map(({ productNum, partNumber, name, vendor, originalPrice, price }) => [
    ...[productNum, partNumber, name, vendor],
    ...[originalPrice.toFixed(2), price.toFixed(2)],
  ]);
  return Papa.unparse({ fields, data }, { escapeFormulae: true, newline: '\r\n' });
}
