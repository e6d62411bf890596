// Shows /openapi.json. The page loads nothing from other origins and sends nothing to them.

type Operation = { 'x-action'?: string; 'x-badges'?: { name: string }[] }
type Document = { paths: Record<string, Record<string, Operation>> }

declare const Scalar: { createApiReference(place: string, configuration: object): unknown }

// The library validates with zod, which tests whether `eval` is allowed. The Content-Security-Policy forbids it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Runs when the library is loaded.
addEventListener('DOMContentLoaded', () => {
  show().catch(() => {
    const place = document.getElementById('reference')
    if (place) place.textContent = 'The document could not be read. Load the page again.'
  })
})

async function show(): Promise<void> {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(String(answer.status))
  const content: Document = await answer.json()
  for (const path of Object.values(content.paths))
    for (const operation of Object.values(path)) {
      const action = operation['x-action']
      if (action) operation['x-badges'] = [{ name: action }]
    }
  Scalar.createApiReference('#reference', {
    content,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}
