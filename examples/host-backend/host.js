// The page: requests tokens from its own backend, passes them to the SDK, and refreshes them through the backend.

/* global Invigil */

const log = document.querySelector('#log')
let embed

async function post(path, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  return response.json()
}

async function show(elementType) {
  embed?.destroy()
  const issued = await post('/embed/token', { elementType })
  embed = Invigil.createEmbed({
    container: '#embed',
    token: issued,
    onTokenRefresh: () => post('/embed/refresh', { sid: issued.sid }),
  })
  embed.on('ready', () => {
    log.textContent = 'Ready.'
  })
  embed.on('tokenRefreshed', () => {
    log.textContent = `Refreshed at ${new Date().toLocaleTimeString()}.`
  })
  embed.on('tokenExpired', () => {
    log.textContent = 'The access has expired. Choose the embed again.'
  })
  embed.on('error', ({ code, message }) => {
    log.textContent = `${code}: ${message}`
  })
}

for (const button of document.querySelectorAll('[data-element]'))
  button.addEventListener('click', () =>
    show(button.dataset.element).catch(error => {
      log.textContent = error.message
    }),
  )
