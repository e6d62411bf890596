/** Returns the address that was asked for, if it is one of the console: another page could look like it. */
export function consoleAddress(asked: string | undefined, origin: string): string {
  if (!(asked?.startsWith('/') && URL.canParse(asked, origin))) return '/console'
  // The parser resolves dots and backslashes as the browser does.
  const url = new URL(asked, origin)
  const isOwn = url.origin === origin && /^\/console(?:\/(?!\/)|$)/.test(url.pathname)
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : '/console'
}
