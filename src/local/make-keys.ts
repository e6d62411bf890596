// `npm run keys`: makes the keys of a deployment. The first line is the secret SIGNING_KEY of sts, the second the JWKS of
// edge, the third the secret SEALING_KEY of proctoring.

import { makeKeys, makeSealingKey } from './keys.ts'

const { signingKey, jwks } = await makeKeys()
console.log(signingKey)
console.log(jwks)
console.log(makeSealingKey())
