// `npm run keys`: makes a signing key. The first line is the secret SIGNING_KEY of sts, the second the JWKS of edge.

import { makeKeys } from './keys.ts'

const { signingKey, jwks } = await makeKeys()
console.log(signingKey)
console.log(jwks)
