// Shows /openapi.json. Requests that are sent from the page go to this origin only, as the page loads nothing from others.

type Parameter = {
  in: string
  required: boolean
  example?: unknown
  examples?: Record<string, object>
  schema?: { example?: unknown }
}
type Operation = { 'x-action'?: string; 'x-badges'?: { name: string }[]; parameters?: Parameter[] }
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

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
      operation.parameters?.forEach(omitByDefault)
    }
  // The document names one origin of the system. The Content-Security-Policy allows requests only to that of the page.
  content.servers = [{ url: location.origin }]
  Scalar.createApiReference('#reference', {
    content,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    hideClientButton: true,
    persistAuth: false,
    proxyUrl: '',
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}

/** A test request does not contain an optional parameter until its box is ticked; the value is that of the example. */
function omitByDefault(parameter: Parameter): void {
  const value = parameter.example ?? parameter.schema?.example
  if (parameter.required || value === undefined) return
  parameter.examples = { default: { value, 'x-disabled': true } }
  delete parameter.example
  delete parameter.schema?.example
}
