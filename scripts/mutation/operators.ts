/** The tree that the parser answers: ESTree with the nodes of TypeScript. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export type Kind =
  | 'comparison'
  | 'logic'
  | 'arithmetic'
  | 'number'
  | 'boolean'
  | 'negation'
  | 'statement'
  | 'condition'
  | 'where'
  | 'default'
  | 'text'
  | 'call'
  | 'sql';

/** One way to write a node wrongly. */
export interface Variant {
  node: Node;
  kind: Kind;
  code: string;
  isStatement: boolean;
}

const COMPARISONS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNMENTS: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=' };
/** Functions and methods whose opposite is taken in the same way. */
const CALLS: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' };
const DRIZZLE: Record<string, string> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
};
const SQL: Record<string, string> = {
  ' < ': ' <= ',
  ' <= ': ' < ',
  ' > ': ' >= ',
  ' >= ': ' > ',
  ' + ': ' - ',
  ' - ': ' + ',
  ' and ': ' or ',
  ' or ': ' and ',
};

/** From here on one more is nothing: a limit of time or length is doubled. */
const LARGE = 1000;

/** Expressions that only TypeScript has: what they hold is a value, what else they say is a type. */
const HOLDERS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Lists every wrong way to write a program, from its beginning to its end. */
export function variantsOf(program: Node, text: string): Variant[] {
  const found: Variant[] = [];
  const drizzle = /from 'drizzle-orm'/.test(text);
  walk(program, null, (node, parent) => {
    const say = (kind: Kind, code: string, isStatement = false) =>
      found.push({ node, kind, code, isStatement });
    const words = (part: unknown) => text.slice((part as Node).start, (part as Node).end);
    OPERATORS[node.type]?.({ node, parent, say, words, drizzle });
    if (parent !== null && parent.test === node && CHOOSING.includes(parent.type)) {
      if (node.type !== 'Literal') {
        say('condition', 'true');
        say('condition', 'false');
      }
    }
  });
  return found;
}

const CHOOSING = ['IfStatement', 'ConditionalExpression'];

interface Asked {
  node: Node;
  parent: Node | null;
  say: (kind: Kind, code: string, isStatement?: boolean) => void;
  words: (part: unknown) => string;
  drizzle: boolean;
}

const OPERATORS: Record<string, (asked: Asked) => void> = {
  BinaryExpression: binary,
  LogicalExpression({ node, say, words }) {
    const [left, right] = [words(node.left), words(node.right)];
    if (node.operator === '&&') say('logic', `(${left}) || (${right})`);
    if (node.operator === '||') say('logic', `(${left}) && (${right})`);
    if (node.operator === '??') say('default', left);
  },
  UnaryExpression({ node, say, words }) {
    if (node.operator === '!') say('negation', words(node.argument));
  },
  AssignmentExpression({ node, say, words }) {
    const other = ASSIGNMENTS[node.operator as string];
    if (other && !isText(node.right)) say('arithmetic', `${words(node.left)} ${other} ${words(node.right)}`);
  },
  Literal: literal,
  ExpressionStatement({ node, parent, say }) {
    // Code outside of any function is a program's own beginning, such as a listener that is set up once.
    if (parent?.type !== 'Program' && isTold(node.expression as Node)) say('statement', '', true);
  },
  CallExpression: call,
  TaggedTemplateExpression({ node, say, words }) {
    if ((node.tag as Node).type !== 'Identifier' || (node.tag as Node).name !== 'sql') return;
    const whole = words(node);
    for (const { start, end } of (node.quasi as Node).quasis as Node[])
      sqlVariants(whole, start - node.start, end - node.start).forEach(code => {
        say('sql', code);
      });
  },
};

function binary({ node, say, words }: Asked): void {
  const [left, right] = [words(node.left), words(node.right)];
  const operator = node.operator as string;
  const compared = COMPARISONS[operator];
  if (compared) say('comparison', `${left} ${compared} ${right}`);
  const counted = ARITHMETIC[operator];
  if (counted && !isText(node.left) && !isText(node.right))
    say('arithmetic', `${left} ${counted} (${right})`);
}

/** A text, or texts put together: whatever stands beside it is put to it, not added. */
function isText(part: unknown): boolean {
  const node = part as Node;
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  return (
    node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))
  );
}

function literal({ node, parent, say }: Asked): void {
  if (typeof node.value === 'boolean') say('boolean', String(!node.value));
  if (typeof node.value === 'number')
    say('number', String(node.value < LARGE ? node.value + 1 : node.value * 2));
  const isCompared = parent?.type === 'BinaryExpression' && COMPARISONS[parent.operator as string];
  if (typeof node.value === 'string' && node.value !== '' && isCompared && !isTypeName(parent))
    say('text', "''");
}

/** `typeof x === 'string'`: the comparison itself is turned round, another word beside it is the same. */
const isTypeName = (comparison: Node) =>
  [comparison.left, comparison.right].some(
    side => (side as Node).type === 'UnaryExpression' && (side as Node).operator === 'typeof',
  );

function call({ node, say, words, drizzle }: Asked): void {
  const callee = node.callee as Node;
  const given = node.arguments as Node[];
  const whole = words(node);
  const rename = (name: Node, other: string) =>
    whole.slice(0, name.start - node.start) + other + whole.slice(name.end - node.start);
  if (callee.type === 'MemberExpression') {
    const property = callee.property as Node;
    const other = callee.computed ? undefined : CALLS[property.name as string];
    // `.max(5)` of a schema is a limit, whose number is changed by itself.
    const isMath = (callee.object as Node).name === 'Math';
    if (other && (isMath || property.name === 'some' || property.name === 'every'))
      say('call', rename(property, other));
  }
  if (callee.type !== 'Identifier' || !drizzle) return;
  const other = DRIZZLE[callee.name as string];
  if (other) say('where', `globalThis.__drizzle.${rename(callee, other)}`);
  if (callee.name === 'and' && given.length > 1)
    given.forEach((_, left) => {
      say(
        'where',
        `and(${given
          .filter((_, at) => at !== left)
          .map(words)
          .join(', ')})`,
      );
    });
}

function sqlVariants(whole: string, start: number, end: number): string[] {
  const found: string[] = [];
  for (const [right, wrong] of Object.entries(SQL))
    for (let at = whole.indexOf(right, start); at >= 0 && at < end; at = whole.indexOf(right, at + 1))
      found.push(whole.slice(0, at) + wrong + whole.slice(at + right.length));
  return found;
}

const LOGGED = ['debug', 'info', 'warn', 'error', 'trace'];

/** Whether a statement does something that the shop would miss: a call, or something set. Logging is no part of it. */
function isTold(expression: Node): boolean {
  const node = (expression.type === 'AwaitExpression' ? expression.argument : expression) as Node;
  if (node.type === 'AssignmentExpression') return true;
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return !(callee.type === 'MemberExpression' && LOGGED.includes((callee.property as Node).name as string));
}

const isType = (node: Node) => node.type.startsWith('TS') && !HOLDERS.includes(node.type);

/** Fields that hold no value: names, types, and what is imported. */
const NAMES = ['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'source', 'directive'];

function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  if (isType(node) || node.type === 'ImportDeclaration') return;
  visit(node, parent);
  for (const [field, value] of Object.entries(node)) {
    if (NAMES.includes(field) || (field === 'key' && !node.computed)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, visit);
  }
}
