// Class groups of `cn` for overridable utilities only: the full tailwind-merge list is as large as
// the rest of the kit. Unlisted classes are kept.
import { validators } from 'tailwind-merge';

const {
  isAny,
  isArbitraryLength,
  isArbitrarySize,
  isArbitraryVariable,
  isArbitraryVariableLength,
  isInteger,
  isNumber,
  isTshirtSize,
} = validators;

type Groups = Record<string, (string | Record<string, unknown[]>)[]>;

/** Prefixes with a single value: `px-3`, `gap-x-[7px]`. */
const OF_ONE_VALUE = [
  'p',
  'px',
  'py',
  'ps',
  'pe',
  'pt',
  'pr',
  'pb',
  'pl',
  'm',
  'mx',
  'my',
  'ms',
  'me',
  'mt',
  'mr',
  'mb',
  'ml',
  'size',
  'w',
  'min-w',
  'max-w',
  'h',
  'min-h',
  'max-h',
  'inset',
  'inset-x',
  'inset-y',
  'start',
  'end',
  'top',
  'right',
  'bottom',
  'left',
  'gap',
  'gap-x',
  'gap-y',
  'grid-cols',
  'grid-rows',
  'basis',
  'order',
  'z',
  'opacity',
  'leading',
  'tracking',
  'whitespace',
  'cursor',
  'select',
  'bg',
  'fill',
  'duration',
  'animate',
  'content',
  'self',
  'justify-items',
  'justify-self',
  'overflow-x',
  'overflow-y',
  'underline-offset',
];

const SIDES = ['x', 'y', 's', 'e', 't', 'r', 'b', 'l'];
const WIDTH = ['', isNumber, isArbitraryVariableLength, isArbitraryLength];

const ofOneValue = Object.fromEntries(OF_ONE_VALUE.map((name) => [name, [{ [name]: [isAny] }]]));
// Both stay: the form of the value distinguishes them.
const borders = Object.fromEntries(
  SIDES.flatMap((side) => [
    [`border-w-${side}`, [{ [`border-${side}`]: WIDTH }]],
    [`border-color-${side}`, [{ [`border-${side}`]: [isAny] }]],
  ]),
);
const corners = Object.fromEntries(
  ['s', 'e', 't', 'r', 'b', 'l'].map((side) => [
    `rounded-${side}`,
    [{ [`rounded-${side}`]: ['', isAny] }],
  ]),
);

const classGroups = {
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'table',
    'table-row',
    'table-cell',
    'grid',
    'inline-grid',
    'contents',
    'hidden',
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible', 'collapse'],
  sr: ['sr-only', 'not-sr-only'],
  overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible', 'scroll'] }],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['nowrap', 'wrap', 'wrap-reverse'] }],
  flex: [{ flex: [isAny] }],
  grow: [{ grow: ['', isNumber] }],
  shrink: [{ shrink: ['', isNumber] }],
  'col-start-end': [{ col: ['auto', { span: ['full', isInteger] }] }],
  'justify-content': [
    {
      justify: [
        'start',
        'end',
        'center',
        'between',
        'around',
        'evenly',
        'stretch',
        'baseline',
        'normal',
      ],
    },
  ],
  'align-items': [{ items: [isAny] }],
  'place-items': [{ 'place-items': [isAny] }],
  'text-alignment': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
  'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
  'line-clamp': [{ 'line-clamp': [isAny] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'font-size': [
    { text: ['base', isTshirtSize, isArbitraryVariableLength, isArbitraryLength, isArbitrarySize] },
  ],
  'text-color': [{ text: [isAny] }],
  'font-weight': [
    {
      font: [
        'thin',
        'extralight',
        'light',
        'normal',
        'medium',
        'semibold',
        'bold',
        'extrabold',
        'black',
      ],
    },
  ],
  'font-family': [{ font: [isAny] }],
  'font-style': ['italic', 'not-italic'],
  'fvn-spacing': ['proportional-nums', 'tabular-nums'],
  break: [{ break: ['normal', 'words', 'all', 'keep'] }],
  wrap: [{ wrap: ['break-word', 'anywhere', 'normal'] }],
  'vertical-align': [{ align: [isAny] }],
  rounded: [
    { rounded: ['', 'none', 'full', isTshirtSize, isArbitraryVariable, isArbitraryLength] },
  ],
  'border-collapse': ['border-collapse', 'border-separate'],
  'bg-image': [{ bg: ['none', { linear: [isAny] }] }],
  'border-spacing': [{ 'border-spacing': [isAny] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'double', 'hidden', 'none'] }],
  'border-w': [{ border: WIDTH }],
  'border-color': [{ border: [isAny] }],
  'outline-style': [{ outline: ['solid', 'dashed', 'dotted', 'double', 'none', 'hidden'] }],
  'outline-offset': [{ 'outline-offset': [isAny] }],
  'outline-w': [{ outline: WIDTH }],
  'outline-color': [{ outline: [isAny] }],
  'ring-w': [{ ring: WIDTH }],
  'ring-color': [{ ring: [isAny] }],
  shadow: [{ shadow: ['', 'none', isTshirtSize] }],
  'shadow-color': [{ shadow: [isAny] }],
  transition: [{ transition: ['', 'all', 'colors', 'opacity', 'shadow', 'transform', 'none'] }],
  'pointer-events': [{ 'pointer-events': ['auto', 'none'] }],
  ...ofOneValue,
  ...borders,
  ...corners,
} as unknown as Groups;

const all = (name: string, sides: string[]) => sides.map((side) => `${name}${side}`);
/** A whole replaces its parts only. */
const conflictingClassGroups: Record<string, string[]> = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['start', 'end', 'right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  rounded: all('rounded-', ['s', 'e', 't', 'r', 'b', 'l']),
  ...Object.fromEntries(
    ['p', 'm', 'border-w-', 'border-color-'].flatMap((name) => [
      [name.replace(/-$/, ''), all(name, SIDES)],
      [`${name}x`, all(name, ['s', 'e', 'r', 'l'])],
      [`${name}y`, all(name, ['t', 'b'])],
    ]),
  ),
};

export const config = () => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: [
    '*',
    '**',
    'after',
    'before',
    'file',
    'first-letter',
    'first-line',
    'marker',
    'placeholder',
    'selection',
  ],
});
