import { useId } from 'react';
import { DIMENSION_TEXTS } from '#client/features/catalog/dimension-texts.ts';
import { bothUnits } from '#client/routes/shop/product/both-units.ts';
import {
  type DrawingFamily,
  type DrawnView,
  drawnViews,
  type Measure,
} from '#client/routes/shop/product/drawing-forms.ts';
import type { Dimensions } from '#shared/schemas/products.ts';
import styles from './dimension-drawing.module.css';

interface Props {
  family: DrawingFamily;
  dimensions: Dimensions;
  /** The name of what is drawn, as its page calls it. */
  title: string;
}

/** The sheet, in its own units; a drawing is as large as fits. */
const WIDE = 640;
const [MAX_WIDE, MAX_HIGH] = [310, 200];
/** Room beside a view for each line of measures, and around captions. */
const LINE = 26;
const BESIDE = 136;
const BETWEEN = 44;
const MARGIN = 14;

/** Draws a product's outlines, to scale, with its measures in both units. */
export function DimensionDrawing({ family, dimensions, title }: Props) {
  const id = useId();
  const sheet = laidOut(drawnViews(family, dimensions));
  const texts = DIMENSION_TEXTS.flatMap(({ name, text }) => {
    const length = dimensions[name];
    return length ? [`${text} ${bothUnits(length)}`] : [];
  });
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${WIDE} ${sheet.high}`}
      width={WIDE}
      height={sheet.high}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{`Dimensions of ${title}`}</title>
      <desc id={`${id}-desc`}>{`${texts.join('; ')}.`}</desc>
      {sheet.views.map(({ view, x, y }) => (
        <g key={view.name} transform={`translate(${x} ${y})`}>
          <Outlines view={view} scale={sheet.scale} />
          {placedMeasures(view.measures).map(({ measure, line }) => (
            <MeasureLine
              key={`${measure.name} ${measure.along}`}
              measure={measure}
              line={line}
              view={view}
              scale={sheet.scale}
              text={textOf(dimensions, measure)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Outlines({ view, scale }: { view: DrawnView; scale: number }) {
  return (
    <>
      <g transform={`scale(${scale})`}>
        {view.outlines.map(path => (
          <path key={path} className={styles.outline} d={path} />
        ))}
        {view.hidden?.map(path => (
          <path key={path} className={styles.hidden} d={path} />
        ))}
      </g>
      <text className={styles.caption} x={(view.wide * scale) / 2} y={-12}>
        {view.name}
      </text>
    </>
  );
}

interface MeasureProps {
  measure: Measure;
  /** Which line beside the view, from the nearest. */
  line: number;
  view: DrawnView;
  scale: number;
  text: string;
}

/** A line with arrows between two extension lines: below the view, or at its left. */
function MeasureLine({ measure: { along, from: start, to: end }, line, view, scale, text }: MeasureProps) {
  const [from, to] = [start * scale, end * scale];
  const off = LINE * (line + 0.8);
  const narrow = to - from < 24;
  const [head, tail] = narrow ? [-7, 14] : [7, 0];
  // Places a measure below the view; the one at the left has the axes changed.
  const at = (a: number, b: number) => (along === 'x' ? `${a} ${view.high * scale + b}` : `${-b} ${a}`);
  return (
    <>
      <path
        className={styles.extension}
        d={`M${at(from, 4)}L${at(from, off + 4)}M${at(to, 4)}L${at(to, off + 4)}`}
      />
      <path className={styles.measure} d={`M${at(from - tail, off)}L${at(to + tail, off)}`} />
      <path
        className={styles.arrow}
        d={`M${at(from, off)}L${at(from + head, off - 3)}L${at(from + head, off + 3)}ZM${at(to, off)}L${at(to - head, off - 3)}L${at(to - head, off + 3)}Z`}
      />
      {along === 'x' ? (
        <text className={styles.text} x={(from + to) / 2} y={view.high * scale + off + 14}>
          {text}
        </text>
      ) : (
        <text className={styles.beside} x={-off - 8} y={(from + to) / 2 + 4}>
          {text}
        </text>
      )}
    </>
  );
}

const textOf = (dimensions: Dimensions, { name }: Measure): string => {
  const length = dimensions[name];
  return length ? bothUnits(length) : '';
};

/** Each measure on a line of its own beside the view, the shortest nearest. */
function placedMeasures(measures: Measure[]): { measure: Measure; line: number }[] {
  return (['x', 'y'] as const).flatMap(along =>
    measures
      .filter(measure => measure.along === along)
      .toSorted((a, b) => a.to - a.from - (b.to - b.from))
      .map((measure, line) => ({ measure, line })),
  );
}

/** Views side by side where they fit at a good size, otherwise one below the other. */
function laidOut(views: DrawnView[]) {
  const sum = (of: (view: DrawnView) => number) => views.reduce((total, view) => total + of(view), 0);
  const most = (of: (view: DrawnView) => number) => Math.max(...views.map(of));
  const below = views.length > 1 && most(({ wide, high }) => wide / high) > 2.2;
  const wide = below ? most(view => view.wide) : sum(view => view.wide);
  const high = below ? sum(view => view.high) : most(view => view.high);
  const scale = Math.min(MAX_WIDE / wide, MAX_HIGH / high, 6);
  const lines = (view: DrawnView, along: 'x' | 'y') =>
    view.measures.filter(one => one.along === along).length;
  const left = (view: DrawnView) => (lines(view, 'y') > 0 ? BESIDE : 0);
  const under = (view: DrawnView) => lines(view, 'x') * LINE + (lines(view, 'x') > 0 ? 8 : 0);
  const gaps = BETWEEN * (views.length - 1);
  const total = below ? 0 : wide * scale + sum(left) + gaps;
  let [x, y] = [(WIDE - total) / 2, MARGIN + 22];
  const placed = views.map(view => {
    if (!below) {
      x += left(view);
      const here = { view, x, y: y + ((high - view.high) * scale) / 2 };
      x += view.wide * scale + BETWEEN;
      return here;
    }
    const here = { view, x: (WIDE - view.wide * scale) / 2, y };
    y += view.high * scale + under(view) + BETWEEN;
    return here;
  });
  const bottom = Math.max(...placed.map(({ view, y: top }) => top + view.high * scale + under(view)));
  return { scale, views: placed, high: Math.ceil(bottom + MARGIN) };
}
