// Programs that read the OpenAPI document: the generator of clients that many integrators use, and our own.

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildDocument } from '../../tools/openapi/build.ts'
import { checkClientTypes, clientTypes, clientTypesFile } from '../../tools/openapi/client-types.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { generateClient } from '../support/openapi-generator.ts'
import { compile } from '../support/packages.ts'
import { isExhaustive } from '../support/rounds.ts'

let document: Awaited<ReturnType<typeof buildDocument>>
beforeAll(async () => {
  document = await buildDocument('https://api.invigil.example')
})

// A third of a minute of two compilers. In `npm test`, contract/openapi holds the document, and the type check compiles our types.
test.runIf(isExhaustive)(
  'the client of @hey-api/openapi-ts compiles in strict mode',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    await generateClient(folder, 'openapi.json', 'generated')
    expect(readdirSync(join(folder, 'generated'))).toEqual(
      expect.arrayContaining(['sdk.gen.ts', 'types.gen.ts', 'client.gen.ts']),
    )
    const program = [
      "import { client } from './generated/client.gen'",
      "import { createUser, listUsers } from './generated/sdk.gen'",
      "import type { User } from './generated/types.gen'",
      "client.setConfig({ baseUrl: 'https://api.invigil.example', auth: 'secret' })",
      'const path = { installSid: "AI01a1fd17557a74349019e2c4445c2a1c" }',
      'const { data } = await listUsers({ path, query: { limit: 10 }, throwOnError: true })',
      'export const names: string[] = data.results.map(({ lastName }) => lastName)',
      "const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }",
      'export const user: User = (await createUser({ path, body, throwOnError: true })).data',
    ]
    // The code that the generator copies into each client is not written for options beyond `strict`.
    const lax = { exactOptionalPropertyTypes: false, noPropertyAccessFromIndexSignature: false }
    const options = {
      ...lax,
      module: 'preserve',
      moduleResolution: 'bundler',
    }
    expect(await compile(folder, { 'program.ts': program.join('\n') }, options)).toBe('')
  },
)

test(`${clientTypesFile} is that of the document: npm run docs`, () => {
  expect(() => checkClientTypes(document)).not.toThrow()
})

test('a changed document without regenerated types is an error that names the command', () => {
  const changed = JSON.parse(JSON.stringify(document))
  changed.components.schemas.User.properties.nickname = { type: 'string' }
  expect(() => checkClientTypes(changed)).toThrow('Run: npm run docs')
  expect(clientTypes(changed)).toContain('nickname?: string | undefined')
})
