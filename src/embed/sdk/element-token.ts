/** The claims that the SDK reads from an element token, without verification. The frame has the server verify it. */
export type ElementClaims = {
  installSid: string
  elementType: string
  /** Issue time in epoch milliseconds of the server's clock. */
  issuedAt: number
  /** Identifies the token family. Tabs with the same family share refreshes. */
  family: string
}

/** Returns the claims of an element token, or undefined when the value is not one. */
export function readElementToken(token: unknown): ElementClaims | undefined {
  if (typeof token !== 'string') return
  const claims = payloadOf(token)
  const { iss, aud, sub, elementType, resource, jti, iat } = claims
  if (typeof aud !== 'string' || typeof iat !== 'number' || typeof elementType !== 'string') return
  // The element type becomes a path segment of the frame's URL.
  if (!/^[a-z][a-z0-9-]*$/.test(elementType)) return
  return {
    installSid: aud,
    elementType,
    issuedAt: iat * 1000,
    family: ['invigil1', iss, aud, sub, elementType, resource, jti].join(':'),
  }
}

type Claims = Partial<
  Record<'iss' | 'aud' | 'sub' | 'elementType' | 'resource' | 'jti' | 'iat', unknown> // unverified input
>

function payloadOf(token: string): Claims {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  } catch {
    return {} // The error of JSON.parse quotes the token.
  }
}
