// The navigation of the documentation: the groups and links of its index, docs/README.md.

import { posix } from 'node:path'

export type Group = { name: string; links: readonly Link[] }
type Link = { text: string; address: string }

/**
 * The groups of the index: each heading of the second level, with the list items below it that start with a link.
 * @param addressOf the path at which a file of the project is served
 * @throws Error when the index links to a file that is not a page
 */
export function groupsOf(
  index: { file: string; markdown: string },
  addressOf: (file: string) => string | undefined,
): Group[] {
  const [, ...sections] = index.markdown.split(/^## /m)
  return sections.map(section => {
    const [name = ''] = section.split('\n', 1)
    const links = [...section.matchAll(/^- \[(?<text>[^\]]+)\]\((?<path>[^)#]+)\)/gm)].map(
      ({ groups = {} }) => {
        const { text = '', path = '' } = groups
        const address = addressOf(posix.join(posix.dirname(index.file), path))
        if (address === undefined) throw new Error(`${index.file} links to ${path}, which is not a page.`)
        return { text, address }
      },
    )
    return { name, links }
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The navigation as HTML. It marks the page of the address as the current one. */
export const navigation = (groups: readonly Group[], current: string): string =>
  groups.map(group => groupList(group, current)).join('\n')

const groupList = ({ name, links }: Group, current: string): string => {
  const id = `group-${name.toLowerCase()}`
  const items = links.map(link => `<li>${anchor(link, link.address === current)}</li>`)
  return `<p id="${id}">${escaped(name)}</p>\n<ul aria-labelledby="${id}">\n${items.join('\n')}\n</ul>`
}

const anchor = ({ text, address }: Link, isCurrent: boolean): string =>
  `<a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(text)}</a>`
