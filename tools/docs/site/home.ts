// `GET /`: the version of the system and the links to what it serves, as a page without scripts and as JSON.

import manifest from '../../../package.json' with { type: 'json' }

type Link = {
  /** The member of `links` in the JSON. */
  name: string
  path: string
  title: string
  text: string
}

const documentation: readonly Link[] = [
  {
    ...{ name: 'reference', path: '/docs', title: 'API reference' },
    text: 'Every operation, with examples, and requests to try.',
  },
  {
    ...{ name: 'documentation', path: '/docs/overview', title: 'Documentation' },
    text: 'How to start, guides, concepts and operations.',
  },
  {
    ...{ name: 'openapi', path: '/openapi.json', title: 'OpenAPI document' },
    text: 'The API for programs, as OpenAPI 3.1.',
  },
]

const system: readonly Link[] = [
  {
    ...{ name: 'console', path: '/console', title: 'Console' },
    text: 'Sessions, people, access and webhooks, for operators.',
  },
  {
    ...{ name: 'health', path: '/healthz', title: 'Health' },
    text: 'Whether the database responds.',
  },
  {
    ...{ name: 'readiness', path: '/readyz', title: 'Readiness' },
    text: 'Whether everything is in place to serve requests.',
  },
  {
    ...{ name: 'keys', path: '/.well-known/jwks.json', title: 'Public keys' },
    text: 'The JWK Set that verifies tokens.',
  },
  {
    ...{ name: 'resetPassword', path: '/reset-password', title: 'Choose a new password' },
    text: 'For operators and users with a password.',
  },
]

/** Every link of the page. */
export const homeLinks: readonly Link[] = [...documentation, ...system]

/** The JSON for an origin. Its URLs are absolute. */
export const homeDocument = (baseUrl: string) => ({
  name: 'Invigil',
  description: manifest.description,
  version: manifest.version,
  links: Object.fromEntries(homeLinks.map(({ name, path }) => [name, new URL(path, baseUrl).href])),
})

const listOf = (links: readonly Link[]): string =>
  links
    .map(({ path, title, text }) => `<li><a href="${path}">${title}</a><span>${text}</span></li>`)
    .join('\n        ')

/** The page. */
export const homePage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Invigil</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/home.css" />
  </head>
  <body>
    <main>
      <h1>Invigil</h1>
      <p>Exam proctoring for learning platforms. This system runs version ${manifest.version}.</p>
      <h2>Documentation</h2>
      <ul class="links">
        ${listOf(documentation)}
      </ul>
      <h2>This system</h2>
      <ul class="links">
        ${listOf(system)}
      </ul>
    </main>
  </body>
</html>
`
