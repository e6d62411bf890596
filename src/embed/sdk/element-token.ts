/** What the SDK reads of an element token. It verifies nothing: the server does, asked by the frame. */
export type ElementClaims = {
  installSid: string
  elementType: string
  /** Epoch milliseconds on the server's clock. */
  issuedAt: number
  /** Names what the token and all its successors share; the tabs that hold the same token meet under it. */
  family: string
}

/** The claims of an element token; undefined when it is none. */
export function readElementToken(token: unknown): ElementClaims | undefined {
  if (typeof token !== 'string') return
  const claims = payloadOf(token)
  const { iss, aud, sub, elementType, resource, jti, iat } = claims
  if (typeof aud !== 'string' || typeof iat !== 'number' || typeof elementType !== 'string') return
  // It becomes a part of the frame's path, so it must not lead out of there.
  if (!/^[a-z][a-z0-9-]*$/.test(elementType)) return
  return {
    installSid: aud,
    elementType,
    issuedAt: iat * 1000,
    family: ['invigil1', iss, aud, sub, elementType, resource, jti].join(':'),
  }
}

type Claims = Partial<
  Record<'iss' | 'aud' | 'sub' | 'elementType' | 'resource' | 'jti' | 'iat', unknown> // of a stranger, so unknown
>

function payloadOf(token: string): Claims {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  } catch {
    return {} // The cause would quote the token.
  }
}
