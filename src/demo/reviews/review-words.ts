/** The words that customers write, by how content they are; {…} is filled in from the product that they bought. */
export const TITLES: Record<number, string[]> = {
  5: [
    'Exactly what I hoped for',
    'Beautiful {finish}',
    'Solid and well made',
    'Would buy again',
    'The kitchen looks new',
    'Better than the big box store',
    'Perfect match',
    'Worth every cent',
    'Heavy in a good way',
    '',
  ],
  4: [
    'Very good',
    'Nice, with one small thing',
    'Good quality for the price',
    'Happy with these',
    'Almost perfect',
    '',
  ],
  3: ['All right', 'Does the job', 'Mixed feelings', 'Not what I pictured', ''],
  2: ['Disappointed', 'Expected more', 'Finish not as shown'],
  1: ['Sent them back', 'Not for us', 'Two arrived damaged'],
};

type Words = Record<number, string[]>;

export const OPENINGS: Words = {
  5: [
    'We put {count} of these on {place} last month.',
    'Bought them for {place} and could not be happier.',
    'I ordered a single one first, then {count} more the same evening.',
    'My contractor sent me here and he was right.',
    'Second order. The first {count} have been up for two years and look like the day they came.',
    'These replaced the brass ones from 1988.',
    'I was nervous about buying hardware without touching it.',
    'Came on a Thursday, on the doors by Saturday.',
  ],
  4: [
    'Used {count} on {place}.',
    'Good looking and they went on without trouble.',
    'Nice {kind} for the money.',
    'Bought these to match what we already had in {place}.',
  ],
  3: [
    'They are fine.',
    'Used {count} on {place}.',
    'I wanted to love these.',
    'Decent {kind}, but read the measurements twice.',
  ],
  2: [
    'I had hoped for more at this price.',
    'Looked better on the screen than on {place}.',
    'Third order from this shop and the first that let me down.',
  ],
  1: [
    'These did not work for {place}.',
    'Two of {count} came with scratches through the finish.',
    'I returned all {count}.',
  ],
};

export const BODIES: Record<'finish' | 'hinge' | 'slide' | 'other', Words> = {
  finish: {
    5: [
      'The {finish} is even from piece to piece and matches our faucet.',
      'They feel heavy and the edges are smooth; nothing snags.',
      'The {size} size is just right: big enough for a whole hand, small enough not to shout.',
      'No fingerprints, and with two small children that means something.',
      'The screws that came with them were long enough for our 3/4 inch doors.',
      'Holes lined up with the old ones, so there was nothing to fill.',
      'You can feel the difference in weight against the hollow ones we took off.',
    ],
    4: [
      'The {finish} is a shade darker than I expected but I have come to like it.',
      'One star less because the screws were a little short for our drawer fronts.',
      'They are lovely; I only wish they came in a larger size than {size}.',
      'One had a tiny mark on the back where nobody sees it.',
    ],
    3: [
      'The {finish} looks more grey than warm in our light.',
      'Lighter in the hand than I thought from the picture.',
      'The posts are close together for large hands.',
      'Half of the screws were metric and half were not, which cost me an afternoon.',
    ],
    2: [
      'The {finish} rubbed off on the two drawers we use most, after eight months.',
      'They vary: put next to each other, two of mine are a different color.',
      'The base is not quite flat, so it rocks on a smooth door.',
    ],
    1: [
      'The {finish} does not look like the picture at all.',
      'The thread stripped on the second turn.',
      'I measured from the outside, not center to center, so partly my own fault, but the picture could say so.',
    ],
  },
  hinge: {
    5: [
      'The doors close by themselves for the last inch and you hear nothing.',
      'All three adjustments work and stay where they were put.',
      'Dropped straight into the old 35 mm cups.',
      'I hung forty doors with these and had one that was stiff; they replaced it the next day.',
    ],
    4: [
      'A little stiff for the first week, then they settle.',
      'The plate is sold apart, which I only saw at the end.',
      'Soft close works well except on the one very small door.',
    ],
    3: [
      'They work, but the adjusting screw is soft, so use the right bit.',
      'Took me three tries to find the right overlay.',
    ],
    2: ['Two of twelve do not close the last half inch.', 'The damper is too strong for light doors.'],
    1: ['Wrong overlay for my frames, and I had drilled already.'],
  },
  slide: {
    5: [
      'A drawer full of cast iron glides as if it were empty.',
      'Lined up on the first try with the jig.',
      'No wobble when fully out, even in the wide drawer.',
      'The soft close catches the drawer however hard my son throws it.',
    ],
    4: [
      'Smooth and quiet; the release levers take some finding.',
      'Good, but leave the full half inch a side or they bind.',
    ],
    3: [
      'Fine once broken in; the first month was noisy.',
      'Instructions are drawings only. The holes are right, though.',
    ],
    2: [
      'One of the pair came with a bent end.',
      'The damper lost its force after a year in the trash pull-out.',
    ],
    1: ['The balls fell out when I took the drawer off, and they do not go back.'],
  },
  other: {
    5: [
      'Just what the drawing says, and enough of them.',
      'Cleanly made, nothing to complain of.',
      'Cheaper by the box and they last for years in my shop.',
      'Arrived the next morning, counted right.',
      'I keep a bag in the truck.',
    ],
    4: [
      'Good; the bag could be stronger.',
      'As described. Would like a size between.',
      'Fine pieces, but the box of a hundred held ninety-nine.',
    ],
    3: ['They do what they should, no more.', 'A bit dearer than elsewhere, but they came fast.'],
    2: ['Not as good as the last batch.', 'The ones that I had before held up longer.'],
    1: ['The wrong size was in the bag.'],
  },
};

export const ENDINGS: Words = {
  5: [
    'Highly recommended.',
    'Five stars.',
    'Thank you for the quick answer on the phone, too.',
    'We will do the bath next.',
    '',
    '',
    '',
    'My wife says it is the best thing we did to the kitchen.',
  ],
  4: ['Still recommended.', 'I would order them again.', '', '', ''],
  3: ['For the price it is all right.', '', 'I kept them.'],
  2: ['Customer service was kind about it, at least.', 'I will try another line next time.', ''],
  1: ['The refund came quickly, I will say that.', 'Back they went.', ''],
};

export const PLACES: string[] = [
  'our kitchen',
  'the pantry',
  'a bath vanity',
  'an old oak dresser',
  'the laundry room',
  'the island',
  'my workshop',
  'a rental',
  'the mud room',
  'the kids’ bath',
  'a built-in bookcase',
  'the butler’s pantry',
  'a boat',
  'my mother’s kitchen',
  'a closet',
  'the office',
];
