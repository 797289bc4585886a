/** All shapes, and how each is shown. */

import { DECORATIVE } from './finishes.mjs';
import { FITTINGS } from './fittings.mjs';
import { HINGES, SLIDES } from './hinges.mjs';
import { KNOBS } from './knobs.mjs';
import { PULLS } from './pulls.mjs';
import { framed, place } from './trace.mjs';

/** By the name that their pictures and the catalogue know them by. */
export const SHAPES = { ...KNOBS, ...PULLS, ...HINGES, ...SLIDES, ...FITTINGS };

export const finishesOf = shape => shape.finishes ?? DECORATIVE;

/** The things of one view of a shape, and the camera that has them fill the frame. */
export function viewOf(shape, name) {
  const { fill = 0.76, ...view } = shape.views[name];
  const things = [place(shape.shown?.[name] ?? shape, shape.pose)];
  return { things, view: framed(things, view, fill) };
}
