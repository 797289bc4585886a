import type { Dimensions } from '#shared/schemas/products.ts';

export type DimensionName = keyof Dimensions;

/** How far between two points of a view, in millimetres; y runs down. The line lies beside the view. */
export interface Measure {
  name: DimensionName;
  along: 'x' | 'y';
  from: number;
  to: number;
}

/** One side of a thing, drawn in millimetres from its upper left corner. */
export interface DrawnView {
  name: string;
  wide: number;
  high: number;
  /** SVG paths. */
  outlines: string[];
  /** Paths of what lies behind: screw holes, a cup within the wood. */
  hidden?: string[];
  measures: Measure[];
}

/** Families of hardware that can be drawn from their measures. */
export type DrawingFamily = 'knob' | 'pull' | 'cup pull' | 'concealed hinge' | 'leaf hinge' | 'slide' | 'leg';

/** The family that a product is drawn as, or null where its measures would not draw anything. */
export function drawingFamily(type: string, dimensions: Dimensions, picture = ''): DrawingFamily | null {
  const has = (...names: DimensionName[]) => names.every(name => dimensions[name]);
  if (has('centerToCenter')) return picture.includes('cup-pull') ? 'cup pull' : 'pull';
  if (type === 'Knob' && (has('diameter') || has('width') || has('length'))) return 'knob';
  if (type === 'Hinge' && has('height', 'width')) return 'leaf hinge';
  if (type === 'Hinge' && has('diameter')) return 'concealed hinge';
  if (type === 'Slide' && has('length')) return 'slide';
  return type === 'Leg' && has('height') ? 'leg' : null;
}

/** The views of a thing of these measures; those that nobody gave take what is usual and are not written. */
export function drawnViews(family: DrawingFamily, dimensions: Dimensions): DrawnView[] {
  const views = FORMS[family](name => dimensions[name]?.mm);
  return views.map(view => ({ ...view, measures: view.measures.filter(({ name }) => dimensions[name]) }));
}

type Known = (name: DimensionName) => number | undefined;

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;

const box = (x: number, y: number, wide: number, high: number, corner = 0) => {
  const r = Math.min(corner, wide / 2, high / 2);
  return `M${x + r} ${y}h${wide - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${high - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - wide}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - high}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
};

const across = (name: DimensionName, from: number, to: number): Measure => ({ name, along: 'x', from, to });
const upright = (name: DimensionName, from: number, to: number): Measure => ({ name, along: 'y', from, to });

function knob(known: Known): DrawnView[] {
  const round = known('diameter') !== undefined;
  const wide = known('diameter') ?? known('length') ?? known('width') ?? 30;
  const standing = known('height') ? 'height' : known('length') && known('width') ? 'width' : null;
  const high = (!round && standing && known(standing)) || wide;
  const out = known('projection') ?? wide * 0.85;
  const [head, foot] = [out * 0.34, Math.min(wide, high) * 0.55];
  const middle = high / 2;
  const face = round ? circle(wide / 2, middle, wide / 2) : box(0, 0, wide, high, 2);
  const neck = foot * 0.62;
  return [
    {
      name: 'Front',
      wide,
      high,
      outlines: [face],
      hidden: [circle(wide / 2, middle, 2)],
      measures: round
        ? [across('diameter', 0, wide)]
        : [
            across(known('length') ? 'length' : 'width', 0, wide),
            ...(standing ? [upright(standing, 0, high)] : []),
          ],
    },
    {
      name: 'Side',
      wide: out,
      high,
      outlines: [
        box(out - head, 0, head, high, round ? head * 0.45 : 2),
        `M${out - head} ${middle - neck / 2}H${out * 0.12}V${middle - foot / 2}H0V${middle + foot / 2}H${out * 0.12}V${middle + neck / 2}H${out - head}`,
      ],
      hidden: [`M0 ${middle - 2}H${out * 0.5}V${middle + 2}H0`],
      measures: [across('projection', 0, out)],
    },
  ];
}

function pull(known: Known): DrawnView[] {
  const centers = known('centerToCenter') ?? 96;
  const length = Math.max(known('length') ?? centers * 1.12 + 8, centers);
  const high = known('height') ?? known('width') ?? known('thickness') ?? known('diameter') ?? 12;
  const out = known('projection') ?? 32;
  const [left, middle] = [(length - centers) / 2, high / 2];
  const thick = Math.min(high, out * 0.45);
  const post = Math.min(high * 0.7, 10);
  const stands = known('height')
    ? 'height'
    : known('width')
      ? 'width'
      : known('thickness')
        ? 'thickness'
        : 'diameter';
  return [
    {
      name: 'Front',
      wide: length,
      high,
      outlines: [box(0, 0, length, high, high * 0.3)],
      hidden: [left, left + centers].map(x => circle(x, middle, Math.min(high * 0.3, 2.5))),
      measures: [
        across('centerToCenter', left, left + centers),
        across('length', 0, length),
        upright(stands, 0, high),
      ],
    },
    {
      name: 'From above',
      wide: length,
      high: out,
      outlines: [
        box(0, out - thick, length, thick, thick * 0.3),
        ...[left, left + centers].map(
          x => `M${x - post / 2} ${out - thick}V0H${x + post / 2}V${out - thick}`,
        ),
      ],
      measures: [upright('projection', 0, out)],
    },
  ];
}

function cupPull(known: Known): DrawnView[] {
  const centers = known('centerToCenter') ?? 76;
  const length = Math.max(known('length') ?? centers * 1.2, centers);
  const high = known('height') ?? known('width') ?? length * 0.4;
  const out = known('projection') ?? 25;
  const left = (length - centers) / 2;
  const shell = high * 0.72;
  return [
    {
      name: 'Front',
      wide: length,
      high,
      outlines: [
        `M0 ${high}V${high * 0.45}a${high * 0.45} ${high * 0.45} 0 0 1 ${high * 0.45} ${-high * 0.45}H${length - high * 0.45}a${high * 0.45} ${high * 0.45} 0 0 1 ${high * 0.45} ${high * 0.45}V${high}Z`,
        `M${length * 0.06} ${high}A${length * 0.44} ${shell} 0 0 1 ${length * 0.94} ${high}`,
      ],
      hidden: [left, left + centers].map(x => circle(x, high * 0.55, 2.2)),
      measures: [
        across('centerToCenter', left, left + centers),
        across('length', 0, length),
        upright(known('height') ? 'height' : 'width', 0, high),
      ],
    },
    {
      name: 'Side',
      wide: out,
      high,
      outlines: [
        box(0, 0, 1.6, high, 0.6),
        `M1.6 ${high - shell}A${out - 1.6} ${shell} 0 0 1 ${out} ${high}H1.6`,
      ],
      measures: [across('projection', 0, out)],
    },
  ];
}

/** Cup and arm; the cup's usual depth is 11.5 mm, the screws beside it stand 48 mm apart. */
function concealedHinge(known: Known): DrawnView[] {
  const cup = known('diameter') ?? 35;
  const [high, wide, middle] = [62, cup + 66, 31];
  return [
    {
      name: 'Front',
      wide,
      high,
      outlines: [
        circle(cup / 2, middle, cup / 2),
        `M${cup / 2 - 9} ${middle - 17}V${middle - 24}a6 6 0 0 1 6-6h6a6 6 0 0 1 6 6v7M${cup / 2 - 9} ${middle + 17}V${middle + 24}a6 6 0 0 0 6 6h6a6 6 0 0 0 6-6v-7`,
        box(cup * 0.7, middle - 8, wide - cup * 0.7, 16, 2),
        box(wide - 34, 4, 16, high - 8, 8),
      ],
      hidden: [
        circle(cup / 2, middle - 24, 2.5),
        circle(cup / 2, middle + 24, 2.5),
        circle(wide - 26, 12, 2.5),
        circle(wide - 26, high - 12, 2.5),
      ],
      measures: [across('diameter', 0, cup)],
    },
    {
      name: 'Side',
      wide,
      high: 34,
      outlines: [
        box(0, 17, cup, 1.6),
        `M${cup * 0.7} 17V9a6 6 0 0 1 6-6H${wide}V14H${cup * 0.7}`,
        box(wide - 38, 14, 24, 8, 1),
      ],
      hidden: [`M1 18.6V30.1H${cup - 1}V18.6`],
      measures: [],
    },
  ];
}

function leafHinge(known: Known): DrawnView[] {
  const [high, wide] = [known('height') ?? 76, known('width') ?? 76];
  const pin = Math.max(Math.min(wide * 0.12, 10), 4);
  const thick = known('thickness') ?? 2.2;
  const holes = (x: number) =>
    [0.17, 0.5, 0.83].map((part, i) => circle(x + (i === 1 ? -0.25 : 0.25) * pin, high * part, pin * 0.28));
  return [
    {
      name: 'Open',
      wide,
      high,
      outlines: [
        box(0, 0, wide, high, 1),
        box(wide / 2 - pin / 2, 0, pin, high),
        [0.2, 0.4, 0.6, 0.8].map(part => `M${wide / 2 - pin / 2} ${high * part}h${pin}`).join(''),
        ...holes(wide * 0.2),
        ...holes(wide * 0.8),
      ],
      measures: [across('width', 0, wide), upright('height', 0, high)],
    },
    {
      name: 'Edge',
      wide: thick * 2 + pin,
      high,
      outlines: [box(0, 0, thick, high), box(thick / 2, 0, pin, high, pin * 0.2)],
      measures: [across('thickness', 0, thick)],
    },
  ];
}

function slide(known: Known): DrawnView[] {
  const [length, high, thick] = [known('length') ?? 450, known('height') ?? 45, known('thickness') ?? 12.7];
  const rows = [0.06, 0.16, 0.5, 0.84, 0.94];
  return [
    {
      name: 'Closed',
      wide: length,
      high,
      outlines: [
        box(0, 0, length, high, 1),
        `M0 ${high * 0.16}H${length}M0 ${high * 0.84}H${length}M0 ${high * 0.3}H${length}M0 ${high * 0.7}H${length}`,
        ...rows.map(part => circle(length * part, high / 2, high * 0.06)),
      ],
      measures: [across('length', 0, length), upright('height', 0, high)],
    },
    {
      name: 'End',
      wide: thick,
      high,
      outlines: [
        `M${thick} ${high * 0.12}V0H0V${high}H${thick}V${high * 0.88}`,
        `M${thick} ${high * 0.2}H${thick * 0.4}V${high * 0.8}H${thick}`,
        circle(thick * 0.6, high * 0.1, thick * 0.16),
        circle(thick * 0.6, high * 0.9, thick * 0.16),
      ],
      measures: [across('thickness', 0, thick)],
    },
  ];
}

function leg(known: Known): DrawnView[] {
  const high = known('height') ?? 150;
  const wide = known('width') ?? known('diameter') ?? Math.min(high * 0.4, 50);
  const [plate, foot] = [Math.min(high * 0.05, 4), wide * 0.5];
  return [
    {
      name: 'Front',
      wide,
      high,
      outlines: [
        box(0, 0, wide, plate),
        `M${wide * 0.08} ${plate}L${(wide - foot) / 2} ${high}H${(wide + foot) / 2}L${wide * 0.92} ${plate}`,
      ],
      measures: [across(known('width') ? 'width' : 'diameter', 0, wide), upright('height', 0, high)],
    },
  ];
}

const FORMS: Record<DrawingFamily, (known: Known) => DrawnView[]> = {
  knob,
  pull,
  'cup pull': cupPull,
  'concealed hinge': concealedHinge,
  'leaf hinge': leafHinge,
  slide,
  leg,
};
