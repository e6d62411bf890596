/** Whether a header `If-None-Match` contains the entity tag (RFC 9110, 13.1.2). Weak tags compare equal to strong ones. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = header?.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
  return tags.some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)
}
