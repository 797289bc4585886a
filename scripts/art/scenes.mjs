/** Pictures of several things together: one for each category, and wide ones with calm room for words on their left. */
import { SHAPES } from './shapes.mjs';
import { box, max } from './solids.mjs';
import { camera, framed, place } from './trace.mjs';

/** One thing of a scene: its shape, finish and place. */
const piece = (name, finish, x, y, more = {}) => ({
  shape: SHAPES[name],
  finish,
  at: [x, y, more.z ?? 0],
  ...more,
});
const placed = pieces => pieces.map(({ shape, ...where }) => place(shape, { ...shape.pose, ...where }));

/** On the white wall, filling a picture of 3:2. */
const group = (alt, pieces, view = {}) => ({
  alt,
  arranged: () => {
    const things = placed(pieces);
    return { things, view: framed(things, { yaw: -30, pitch: 22, ...view }, view.fill ?? 0.84, 2 / 3) };
  },
});

const flat = { turn: 0 };
const lifted = { z: 0.46, turn: 0 };

export const CATEGORIES = {
  knobs: group('Cabinet knobs in brass, black and chrome', [
    piece('ring-knob', 'satin-brass', -1.75, 0.1),
    piece('ball-knob', 'matte-black', 0, -0.3),
    piece('faceted-knob', 'polished-chrome', 1.75, 0.15),
  ]),
  pulls: group('Cabinet pulls in three finishes', [
    piece('bar-pull', 'matte-black', 0, 1.5, flat),
    piece('arch-pull', 'satin-brass', 0.1, 0.15, flat),
    piece('cup-pull', 'satin-nickel', 0.2, -1.75, flat),
  ]),
  'appliance-pulls': group('Long pulls for appliances', [
    piece('appliance-pull', 'satin-nickel', 0, 1.1, { turn: 14 }),
    piece('appliance-pull', 'matte-black', 0.4, 0, { turn: 14 }),
    piece('appliance-pull', 'champagne-bronze', 0.8, -1.1, { turn: 14 }),
  ]),
  hinges: group('A concealed hinge, a butt hinge and a face frame hinge', [
    piece('hinge', 'zinc', -2.6, 0, { turn: 6 }),
    piece('butt-hinge', 'oil-rubbed-bronze', 1.2, 0, { size: 0.95 }),
    piece('face-frame-hinge', 'zinc', 4.7, 0, { size: 0.95 }),
  ]),
  'drawer-slides': group(
    'Drawer slides',
    [
      piece('slide', 'zinc', -0.4, 0.75, { turn: 20 }),
      piece('undermount-slide', 'zinc', 0.7, -1.5, { turn: 20, size: 0.85 }),
    ],
    { yaw: -18, pitch: 26 },
  ),
  hooks: group(
    'Coat hooks',
    [
      piece('coat-hook', 'oil-rubbed-bronze', -2.1, 0),
      piece('coat-hook', 'polished-chrome', 0, 0),
      piece('coat-hook', 'satin-brass', 2.1, 0),
    ],
    { yaw: -40, pitch: 14 },
  ),
  'locks-and-catches': group(
    'A cabinet lock with its key and a magnetic catch',
    [piece('cam-lock', 'polished-chrome', 2, 0.1), piece('magnetic-catch', 'white', -2.1, 0.2)],
    { yaw: -34, pitch: 20 },
  ),
  'shelf-hardware': group('Shelf pins and a corner bracket', [
    piece('shelf-pin', 'nickel-plated', -1.6, 0.7, { turn: 16 }),
    piece('shelf-pin', 'satin-brass', -1.4, -0.75, { turn: 16 }),
    piece('corner-bracket', 'zinc', 1.3, 0),
  ]),
  'furniture-legs': group(
    'Furniture legs in walnut, black and brass',
    [
      piece('furniture-leg', 'walnut', -2.1, 0, { turn: 6 }),
      piece('furniture-leg', 'matte-black', 0, 0, { turn: 0 }),
      piece('furniture-leg', 'satin-brass', 2.1, 0, { turn: -6 }),
    ],
    { yaw: -20, pitch: -10 },
  ),
  fasteners: group(
    'Wood screws',
    [
      piece('wood-screw', 'zinc', -2, 0.1, { size: 0.95 }),
      piece('wood-screw', 'polished-brass', 2, -0.1, { size: 0.95 }),
    ],
    { yaw: 30, pitch: 24 },
  ),
  'bumpers-and-pads': group('Clear bumpers', [piece('bumper', 'clear', 0, 0, { turn: 20 })], {
    yaw: -24,
    pitch: 38,
    fill: 0.6,
  }),
  backplates: group('Backplates in three finishes', [
    piece('backplate', 'satin-nickel', 0, 1.35, flat),
    piece('backplate', 'oil-rubbed-bronze', 0.2, 0, flat),
    piece('backplate', 'polished-brass', 0.4, -1.35, flat),
  ]),
  'flush-and-ring-pulls': group('A ring pull, a flush pull and a bail pull', [
    piece('ring-pull', 'antique-brass', -1.9, 0.1),
    piece('flush-pull', 'satin-nickel', 0.9, 0.95, { ...lifted, size: 0.85 }),
    piece('bail-pull', 'oil-rubbed-bronze', 0.9, -0.75, { turn: 0, size: 0.85 }),
  ]),
};

/** A front with a frame around a panel that lies deeper; `frame` 0 is a plain board. Its face is `0.5` from the wall. */
const front = (x, y, wide, high, frame) => ({
  reach: max(wide, high) / 2 + 0.5,
  at: [x, y, 0.25],
  distance: (px, py, pz) => {
    const board = box(px, py, pz, wide / 2, high / 2, 0.25, 0.025);
    if (!frame) return board;
    return max(board, -box(px, py, pz - 0.33, wide / 2 - frame, high / 2 - frame, 0.2, 0.015));
  },
});

const DRAWERS = [1.56, 0, -1.56];

/** A door on the left, whose panel stays calm, and drawers on the right. */
const kitchen = (alt, { paint, frame = 0.36, handles }) => ({
  alt,
  arranged: () => {
    const fronts = [
      front(-3.62, 0, 6.6, 6.4, frame && 0.55),
      ...DRAWERS.map(y => front(1.95, y, 4.4, 1.5, frame)),
      front(7, 0, 5.6, 6.4, frame && 0.55),
    ].map(({ at, ...shape }) => place(shape, { at, finish: paint }));
    // The carcass behind, in the gaps.
    const carcass = place(
      { reach: 11, distance: (x, y, z) => box(x, y, z, 10, 3.4, 0.04, 0.01) },
      { finish: 'black-plastic' },
    );
    const things = [...fronts, carcass, ...placed(handles)];
    return {
      things,
      view: camera({ target: [-0.75, 0.02, 0.4], yaw: -15, pitch: 9, width: 8.8, distance: 14 }),
    };
  },
});

const DEEP = 0.38;
const onDrawers = (name, finish, more) =>
  DRAWERS.map(y => piece(name, finish, 1.95, y, { z: DEEP, turn: 0, ...more }));

/** On white, in the right half. */
const counter = (alt, pieces, view) => ({
  alt,
  arranged: () => ({ things: placed(pieces), view: camera(view) }),
});

const KNOB_ROW = [
  'polished-chrome',
  'satin-nickel',
  'champagne-bronze',
  'satin-brass',
  'polished-brass',
  'antique-brass',
];
const KNOB_ROW_BELOW = [
  'white',
  'polished-nickel',
  'antique-pewter',
  'graphite',
  'matte-black',
  'oil-rubbed-bronze',
];

export const SCENES = {
  'green-drawers': kitchen('Brass bar pulls on green drawers', {
    paint: 'green-paint',
    handles: [
      ...onDrawers('bar-pull', 'satin-brass', { size: 0.5 }),
      piece('mushroom-knob', 'satin-brass', -0.76, 0.35, { z: 0.5, size: 0.5 }),
    ],
  }),
  'navy-drawers': kitchen('Polished nickel cup pulls on navy drawers', {
    paint: 'navy-paint',
    handles: [
      ...onDrawers('cup-pull', 'polished-nickel', { size: 0.55 }),
      piece('ring-knob', 'polished-nickel', -0.76, -0.4, { z: 0.5, size: 0.5 }),
    ],
  }),
  'white-drawers': kitchen('Black pulls on white drawers', {
    paint: 'white-paint',
    handles: [
      ...onDrawers('wire-pull', 'matte-black', { size: 0.55 }),
      piece('wire-pull', 'matte-black', -0.74, -0.2, { z: 0.5, turn: 90, size: 0.55 }),
    ],
  }),
  'oak-drawers': kitchen('Knurled bronze pulls on oak drawers', {
    paint: 'natural-oak',
    frame: 0,
    handles: [
      ...onDrawers('knurled-bar-pull', 'oil-rubbed-bronze', { z: 0.5, size: 0.5 }),
      piece('knurled-bar-pull', 'oil-rubbed-bronze', -0.75, -0.2, { z: 0.5, turn: 90, size: 0.5 }),
    ],
  }),
  'sage-doors': kitchen('Glass knobs on sage green drawers', {
    paint: 'sage-paint',
    handles: [
      ...onDrawers('glass-knob', 'antique-brass', { size: 0.5 }),
      piece('glass-knob', 'antique-brass', -0.76, 0.3, { z: 0.5, size: 0.5 }),
    ],
  }),
  'twelve-finishes': counter(
    'One knob in twelve finishes',
    [
      ...KNOB_ROW.map((finish, i) => piece('ring-knob', finish, i * 1.62 + 0.3, 1)),
      ...KNOB_ROW_BELOW.map((finish, i) => piece('ring-knob', finish, i * 1.62, -0.9)),
    ],
    { target: [1.35, 0, 0.4], yaw: -20, pitch: 14, width: 14.8, distance: 40 },
  ),
  workshop: counter(
    'Hinges, a drawer slide and screws',
    [
      piece('hinge', 'zinc', 0.5, 0.75, { turn: 4, size: 0.95 }),
      piece('slide', 'zinc', 5.4, 0.75, { turn: 24, size: 0.78 }),
      piece('wood-screw', 'polished-brass', 1.1, -1.75, { size: 0.6, turn: -10 }),
      piece('butt-hinge', 'oil-rubbed-bronze', 6.2, -1.6, { size: 0.75, turn: -8 }),
    ],
    { target: [1.35, -0.2, 0.3], yaw: -14, pitch: 24, width: 15.6, distance: 40 },
  ),
};
