export interface NumberRow {
  productNum: string;
  partNumber: string;
}

/** Rows of two columns as people paste them: between them a tab, a semicolon or a comma, and quotes around a field. */
export function numberRows(text: string): NumberRow[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [productNum = '', partNumber = ''] = line.split(/[\t;,]/).map(plain);
    return productNum === '' || !/[\t;,]/.test(line) ? [] : [{ productNum, partNumber }];
  });
}

const plain = (field: string) => field.trim().replace(/^"(.*)"$/, '$1');
