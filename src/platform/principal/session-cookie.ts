// The cookie that holds a session's secret for browsers (RFC 6265bis).

const maxAgeSeconds = 12 * 60 * 60

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

/** With the prefix `__Host-`, browsers take it from this very host over https alone. */
export const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-session' : 'session')

const attributes = (baseUrl: string) => `Path=/; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`

/** The header that sets it. */
export const setCookie = (baseUrl: string, secret: string) => ({
  'set-cookie': `${cookieName(baseUrl)}=${secret}; ${attributes(baseUrl)}; Max-Age=${maxAgeSeconds}`,
})

/** The header that takes it away. */
export const clearCookie = (baseUrl: string) => ({
  'set-cookie': `${cookieName(baseUrl)}=; ${attributes(baseUrl)}; Max-Age=0`,
})
