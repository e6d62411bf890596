// The list of permitted items. Columns, schemas, default values, SQL and the embed's labels are derived from it.

/** The items that a configuration permits or forbids, as in the members `permitted<Item>`. */
export const permittedItems = [
  'BathroomBreak',
  'BlankPaper',
  'Calculator',
  'Dictionary',
  'Earplugs',
  'FormulaSheet',
  'Notes',
  'Textbook',
  'Websites',
] as const

export type PermittedItem = (typeof permittedItems)[number]

type Flags<F> = { [I in PermittedItem as `permitted${I}`]: F }
type Information<T> = { [I in PermittedItem as `permitted${I}Information`]: T } & { permittedOtherItems: T }

/** Returns the flag of each item, `permitted<Item>`. */
export const permittedFlags = <F>(flagOf: (name: keyof Flags<F>) => F) =>
  Object.fromEntries(permittedItems.map(item => [`permitted${item}`, flagOf(`permitted${item}`)])) as Flags<F>

/** Returns the texts about the items: `permitted<Item>Information` of each item, and `permittedOtherItems`. */
export const permittedInformation = <T>(information: () => T) =>
  Object.fromEntries([
    ...permittedItems.map(item => [`permitted${item}Information`, information()]),
    ['permittedOtherItems', information()],
  ]) as Information<T>

/** Returns all members in the order of the interface: each flag before its text. */
export const permittedMembers = <F, T>(flag: () => F, information: () => T) =>
  Object.fromEntries([
    ...permittedItems.flatMap(item => [
      [`permitted${item}`, flag()],
      [`permitted${item}Information`, information()],
    ]),
    ['permittedOtherItems', information()],
  ]) as Flags<F> & Information<T>
