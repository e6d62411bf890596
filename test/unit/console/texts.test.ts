// The texts of the console: each is there in English and in German.

import { readdirSync, readFileSync } from 'node:fs'
import ts from '@typescript/typescript6'
import { expect, test } from 'vitest'
import { projectFile } from '../../../tools/project.ts'

const folder = projectFile('src/console/app')

type Texts = Map<string, string>

/** The texts of an object literal by their path, such as `roles.admin`. A function counts with its source. */
function textsIn(node: ts.Expression, prefix = ''): Texts {
  if (!ts.isObjectLiteralExpression(node)) throw new Error('The texts are no object literal.')
  const found: Texts = new Map()
  for (const property of node.properties) {
    if (
      !(
        ts.isPropertyAssignment(property) &&
        (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
      )
    )
      throw new Error(`${property.getText()} is no text.`)
    const name = `${prefix}${property.name.text}`
    const value = property.initializer
    if (ts.isObjectLiteralExpression(value))
      for (const [path, text] of textsIn(value, `${name}.`)) found.set(path, text)
    else found.set(name, ts.isStringLiteralLike(value) ? value.text : value.getText())
  }
  return found
}

/** Each call of `textsOf` in a file, as its English and its German texts. */
function callsIn(file: string): [Texts, Texts][] {
  const source = ts.createSourceFile(
    file,
    readFileSync(`${folder}/${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const calls: [Texts, Texts][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'textsOf') {
      const [english, german] = node.arguments
      if (!(english && german)) throw new Error(`${file} has texts in one language.`)
      calls.push([textsIn(english), textsIn(german)])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return calls
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.tsx?$/.test(name) && readFileSync(`${folder}/${name}`, 'utf8').includes('textsOf('),
)
const all = files.flatMap(file => callsIn(file).map(call => [file, ...call] as const))

test('the console has texts', () => {
  expect(all.length).toBeGreaterThan(15)
})

test.each(all)('%s: each text is there in both languages, and not empty', (_, english, german) => {
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect([...english, ...german].filter(([, text]) => text.trim() === '')).toEqual([])
})

/** Words that are the same in both languages, and names. */
const same =
  /^(?:Admin|API|Administrator|Code|Details|Element|Export|Filter|ID|Import|Install|Invigil|LMS|Live|Link|Name|Online|Operation|Person|Problem|Proctor|SIS|Start|Status|System|Text|Tokens?|Topics?|Version|Webhooks|Browser|Live-Tail)$/

test.each(all)('%s: each German text is translated', (_, english, german) => {
  const equal = [...german].filter(([path, text]) => {
    const isFunction = text.includes('=>')
    const letters = (value: string) => value.replace(/^.*?=>/s, '').replaceAll(/\$\{[^}]*\}/g, '')
    const [one, other] = [letters(text), letters(english.get(path) ?? '')]
    return (
      one === other &&
      /[A-Za-z]{3}/.test(one) &&
      !(same.test(text) || (isFunction && !/[A-Z]?[a-z]{4}/.test(one)))
    )
  })
  expect(equal).toEqual([])
})

test('the first steps name the section of the settings as it is named there', () => {
  const [steps] = callsIn('pages/overview/first-steps-texts.ts')
  const [settings] = callsIn('pages/installs/texts.ts')
  for (const language of [0, 1] as const)
    expect(steps?.[language].get('originsText')).toContain(settings?.[language].get('embeds') ?? 'none')
})
