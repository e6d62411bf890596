import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked, type Tokens } from 'marked'

/** A page of Markdown: its file in the project, and the path at which it is served. */
export type Source = { file: string; address: string; markdown: string }

export type Rendered = { title: string; html: string }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The pictures of pages, which are served below `/docs`. */
export const imageFolder = 'docs/images'

const imageAddress = (file: string, href: string): string => `/${posix.join(posix.dirname(file), href)}`

/**
 * A page as HTML. Headings have the ids that GitHub gives them, and links between pages use the served paths.
 * A link to a file of the project that is not a page becomes its text.
 * @param addressOf the path at which a file of the project is served
 */
export function render(
  { file, markdown }: Source,
  addressOf: (file: string) => string | undefined,
): Rendered {
  const slugger = new GithubSlugger()
  const headings: string[] = []

  const resolveLink = (href: string): string | undefined => {
    if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
    const [path = '', anchor] = href.split('#')
    const address = addressOf(posix.join(posix.dirname(file), path))
    return address && (anchor === undefined ? address : `${address}#${anchor}`)
  }

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        headings.push(text)
        const id = slugger.slug(text)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = resolveLink(href)
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="${escaped(imageAddress(file, href))}" alt="${escaped(text)}" loading="lazy" />`,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escaped(text)),
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], { isHead = false } = {}) =>
          row
            .map(({ tokens, text }) => {
              const content = this.parser.parseInline(tokens)
              // An empty cell of the head is the header of nothing.
              return isHead && text !== '' ? `<th scope="col">${content}</th>` : `<td>${content}</td>`
            })
            .join('')
        const rows = token.rows.map(row => `<tr>${cells(row)}</tr>`).join('\n')
        const head = token.header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(token.header, { isHead: true })}</tr></thead>`
          : ''
        // A region that scrolls takes the focus, so that the keyboard scrolls it.
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false }).replaceAll('<pre>', '<pre tabindex="0">')
  return { title: headings[0] ?? file, html }
}
