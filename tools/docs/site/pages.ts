// The documentation as HTML pages without scripts: the Markdown of docs/ and the other files that its index lists.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { projectFile } from '../../project.ts'
import { type Group, groupsOf, navigation } from './navigation.ts'
import { type Rendered, render, type Source } from './render.ts'

/** Pages outside docs/. */
const otherPages = {
  'README.md': '/docs/readme',
  'CHANGELOG.md': '/docs/changelog',
  'CONTRIBUTING.md': '/docs/contributing',
  'examples/host-backend/README.md': '/docs/host-backend',
}

const indexFile = 'docs/README.md'

/** The path at which a file of docs/ is served: `reference/` is left out, `guides/` is kept. */
const addressOf = (file: string): string =>
  `/docs/${file
    .replace(/^docs\/(?:reference\/)?/, '')
    .replace(/\.md$/, '')
    .replace(/^README$/, 'overview')}`

/** The pages by their paths. */
export function sources(): Source[] {
  const docsFiles = readdirSync(projectFile('docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name.replaceAll('\\', '/')}`)
  const files = [
    ...docsFiles.map(file => ({ file, address: addressOf(file) })),
    ...Object.entries(otherPages)
      .filter(([file]) => existsSync(projectFile(file)))
      .map(([file, address]) => ({ file, address })),
  ]
  return files
    .map(page => ({ ...page, markdown: readFileSync(projectFile(page.file), 'utf8') }))
    .toSorted((one, other) => one.address.localeCompare(other.address))
}

/** The pages as HTML documents, by their paths. */
export function documentationPages(): Record<string, string> {
  const pages = sources()
  const addresses = new Map(pages.map(({ file, address }) => [file, address]))
  const addressOfPage = (file: string) => addresses.get(file)
  const index = pages.find(({ file }) => file === indexFile)
  if (!index) throw new Error(`${indexFile} is missing.`)
  const groups = groupsOf(index, addressOfPage)
  return Object.fromEntries(
    pages.map(page => [page.address, documentOf({ ...page, ...render(page, addressOfPage) }, groups)]),
  )
}

type Page = Source & Rendered

const documentOf = (page: Page, groups: readonly Group[]): string => `<!doctype html>
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
${navigation(groups, navigationAddress(page, groups))}
      </nav>
      <main id="content" tabindex="-1">
${page.html}
      </main>
    </div>
  </body>
</html>
`

/** The page itself, or the index of decisions for a decision record, which the navigation does not list. */
function navigationAddress({ file, address }: Page, groups: readonly Group[]): string {
  const isListed = groups.some(({ links }) => links.some(link => link.address === address))
  return !isListed && file.startsWith('docs/adr/') ? addressOf('docs/decisions.md') : address
}
