// The documentation as pages: the Markdown of docs/, and what it links to, without a script.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { projectFile } from '../../project.ts'
import { type Rendered, render, type Source } from './render.ts'

/** Files beside docs/ that its pages link to. */
const beside = {
  'README.md': '/docs/readme',
  'CHANGELOG.md': '/docs/changelog',
  'examples/host-backend/README.md': '/docs/host-backend',
}

/** What is read first; the others follow by name. */
const first = ['/docs/overview', '/docs/start', '/docs/concepts']

/** Where a file of docs/ is served: the reference beside the other pages, and guides in their folder. */
const addressOf = (file: string): string =>
  `/docs/${file
    .replace(/^docs\/(?:reference\/)?/, '')
    .replace(/\.md$/, '')
    .replace(/^README$/, 'overview')}`

/** The pages by their address. */
export function sources(): Source[] {
  const below = readdirSync(projectFile('docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name.replaceAll('\\', '/')}`)
  const files = [
    ...below.map(file => ({ file, address: addressOf(file) })),
    ...Object.entries(beside)
      .filter(([file]) => existsSync(projectFile(file)))
      .map(([file, address]) => ({ file, address })),
  ]
  return files
    .map(page => ({ ...page, markdown: readFileSync(projectFile(page.file), 'utf8') }))
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.address.localeCompare(other.address))
}

const placeOf = ({ address }: Source): number =>
  first.includes(address) ? first.indexOf(address) : first.length

/** The pages as whole HTML documents, by their address. */
export function documentationPages(): Record<string, string> {
  const pages = sources()
  const addresses = new Map(pages.map(({ file, address }) => [file, address]))
  const rendered = pages.map(page => ({ ...page, ...render(page, file => addresses.get(file)) }))
  return Object.fromEntries(rendered.map(page => [page.address, documentOf(page, rendered)]))
}

type Page = Source & Rendered

const documentOf = (page: Page, pages: readonly Page[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${page.title} · Invigil</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/docs.css" />
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <a class="brand" href="/docs/overview">Invigil</a>
      <nav aria-label="Site"><a href="/docs">API reference</a> <a href="/docs/overview" aria-current="true">Documentation</a></nav>
    </header>
    <div class="columns">
      <nav class="pages" aria-label="Documentation">
        <ul>
${pages.map(other => `          <li>${linkTo(other, page)}</li>`).join('\n')}
        </ul>
      </nav>
      <main id="content" tabindex="-1">
${page.html}
      </main>
    </div>
  </body>
</html>
`

const linkTo = ({ address, title }: Page, page: Page): string =>
  `<a href="${address}"${address === page.address ? ' aria-current="page"' : ''}>${title}</a>`
