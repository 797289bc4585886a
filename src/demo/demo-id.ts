import { v5 as uuidv5 } from 'uuid';

const DEMO = '3f0c1d52-6f6a-5b0e-9d0f-6b6e75726c21';

/** The `_id` of something in the demo shop: the same in every demo shop, so that links to it last. */
export function demoId(kind: string, name: string | number): string {
  return uuidv5(`${kind} ${name}`, DEMO);
}
