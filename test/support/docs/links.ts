/** The links of a page that stay within the project. */
export const linksOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\((?<link>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['link'] ?? '')
    .filter(link => !/^(https?|mailto):/.test(link))

/** The anchors of a page's headings, as GitHub generates them. */
export const anchorsOf = (text: string): Set<string> =>
  new Set([...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)))

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutBlocks = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '')
