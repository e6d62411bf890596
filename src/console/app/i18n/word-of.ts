/** The word for a code; the code itself if the API has one that the console does not know yet. */
export const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code
