// Applies the look that the embedding page has passed in the URL. Each value is checked again, because a URL can be
// written by anybody.

import { isColor, isFont, isLogo, isTheme } from '../../../shared/values/embed-appearance.ts'
import { language } from '../text/texts.ts'
import { accentOn } from './color.ts'
import { setVariables } from './variables.ts'
import { element } from './view.ts'

const parameters = new URLSearchParams(location.search)

/** Applies the language, the direction of writing and the theme. */
export function applyLanguageAndTheme(): void {
  const root = document.documentElement
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
  const theme = parameters.get('theme')
  if (isTheme(theme) && theme !== 'auto') root.dataset['theme'] = theme
}

/** Applies the brand: its colour, font and logo. */
export function applyBrand(): void {
  const [color, font, logo] = ['color', 'font', 'logo'].map(name => parameters.get(name))
  const values: Record<string, string> = {}
  if (isColor(color)) {
    const [light, dark] = [accentOn(color, '#f4f5f7'), accentOn(color, '#202329')] // --raised, as in ground.css
    values['--accent'] = `light-dark(${light.accent}, ${dark.accent})`
    values['--on-accent'] = `light-dark(${light.onAccent}, ${dark.onAccent})`
  }
  if (isFont(font)) values['--font'] = font
  setVariables(values)
  if (isLogo(logo)) document.querySelector('header')?.prepend(logoOf(logo))
}

function logoOf(src: string): HTMLElement {
  const image = element('img', { src, alt: '', class: 'logo' }) // the heading follows it, so it needs no text
  image.addEventListener('error', () => image.remove())
  return image
}
