// The look of the frame: valid values reach its URL, and no other value does.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEmbed } from '../../../src/embed/sdk/embed.ts'
import type { OptionsFor } from '../../../src/embed/sdk/types.ts'
import { isColor, isFont, isLogo } from '../../../src/shared/values/embed-appearance.ts'
import { installSid, options } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

type Page = Parameters<ReturnType<typeof embedWorld>['tab']>[0]

function open(more: Partial<OptionsFor<string>>, page: Page = {}) {
  const tab = embedWorld().tab(page)
  const { frame } = startEmbed(tab.platform, options(more), undefined)
  const { install, ...look } = Object.fromEntries(new URL(frame.attributes.src).searchParams)
  expect(install).toBe(installSid)
  return { look, title: frame.attributes.title, warnings: tab.warnings }
}

test('without options the URL contains only the install', () => {
  expect(open({}).look).toEqual({})
})

test('options are passed on in the URL', () => {
  const logo = 'https://cdn.school.example/img/logo.svg'
  const brand = { color: '#00aa55', font: '"Open Sans", Georgia, serif', logo }
  expect(open({ theme: 'dark', locale: 'de-AT', brand })).toMatchObject({
    look: { theme: 'dark', locale: 'de-AT', color: '#00aa55', font: brand.font, logo },
    title: 'Prüfungsaufsicht',
  })
})

describe('without options the page decides', () => {
  test('by its language and by the CSS variables of the container', () => {
    const variables = { '--invigil-brand-color': '#123', '--invigil-brand-font': 'Georgia' }
    expect(open({}, { language: 'ar', variables }).look).toEqual({
      locale: 'ar',
      color: '#123',
      font: 'Georgia',
    })
    expect(open({ locale: 'en', brand: { color: '#456' } }, { language: 'ar', variables }).look).toEqual({
      ...{ locale: 'en', color: '#456', font: 'Georgia' },
    })
  })

  test.each(['fr', 'deutsch', 'en_GB', ''])('an unsupported language is left to the frame: %s', language => {
    expect(open({}, { language }).look).toEqual({})
  })

  test('an invalid CSS variable is ignored with a warning that does not repeat it', () => {
    const { look, warnings } = open({}, { variables: { '--invigil-brand-color': 'red; } * { x' } })
    expect(look).toEqual({})
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).not.toContain('red;')
  })
})

test.each<[string, object]>([
  ['theme', { theme: 'blue' }],
  ['locale', { locale: 'fr' }],
  ['locale', { locale: 'en"><script>' }],
  ['locale', { locale: 7 }],
  ['brand', { brand: 'blue' }],
  ['brand', { brand: null }],
  ...['red', '#12', '#1234', '#12345g', 'var(--x)', '#fff;', '#fff}', 'url(//evil)'].map(
    (color): [string, object] => ['brand.color', { brand: { color } }],
  ),
  ...['Arial;', 'a}b', 'url(x)', 'A/**/', '"A', 'A\\62', 'A,', ', A', '', "'A'", 'A:b', '@A'].map(
    (font): [string, object] => ['brand.font', { brand: { font } }],
  ),
  ...[
    'http://cdn.example/a.svg',
    'https://cdn.example',
    'https://cdn.example/a.svg?x',
    'https://cdn.example/a.svg#x',
    'https://user@cdn.example/a.svg',
    'https://cdn.example/../a.svg',
    "https://cdn.example/a.svg; script-src 'unsafe-inline'",
    'https://cdn.example/a,b',
    'https://*.example/a.svg',
    'data:image/svg+xml,x',
    'javascript:alert(1)',
    '//cdn.example/a.svg',
    `https://cdn.example/${'a'.repeat(500)}`,
  ].map((logo): [string, object] => ['brand.logo', { brand: { logo } }]),
])('an invalid value is refused with a TypeError that names %s: %j', (name, more) => {
  const tab = embedWorld().tab()
  const start = () => startEmbed(tab.platform, options(more), undefined)
  expect(start).toThrow(TypeError)
  expect(start).toThrow(name)
  expect(tab.open()).toEqual({ listeners: 0, timers: 0, channels: 0 })
})

test('no accepted value contains a character that ends a CSS value or a directive of a policy', () => {
  const near = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'aA0 -,"\';:/{}()\\#.*%\n'), maxLength: 12 }),
  )
  fc.assert(
    fc.property(near, text => {
      for (const value of [text, `#${text}`, `https://cdn.example/${text}`])
        if (isColor(value) || isFont(value) || isLogo(value)) expect(value).not.toMatch(/[;{}()'\\\n\r<>*@]/)
      if (isLogo(text)) expect(text).not.toMatch(/[\s,]/)
    }),
    { numRuns: 2000 },
  )
})
