const maxFormats = 200 // locales and time zones of the installs that an isolate serves
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the format of a locale and its options. It is made once: the garbage collector stops all requests while it removes
 * formats, which took 400 ms after thousands of mails.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= maxFormats) formats.clear()
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
