// The cookie that contains the secret of a session (RFC 6265bis).

const maxAgeSeconds = 12 * 60 * 60

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

/** Returns the name of the cookie. Browsers accept the prefix `__Host-` only from this exact host over https. */
export const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-session' : 'session')

const attributes = (baseUrl: string) => `Path=/; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`

/** Returns the header that sets the cookie. */
export const setCookie = (baseUrl: string, secret: string) => ({
  'set-cookie': `${cookieName(baseUrl)}=${secret}; ${attributes(baseUrl)}; Max-Age=${maxAgeSeconds}`,
})

/** Returns the header that deletes the cookie. */
export const clearCookie = (baseUrl: string) => ({
  'set-cookie': `${cookieName(baseUrl)}=; ${attributes(baseUrl)}; Max-Age=0`,
})
