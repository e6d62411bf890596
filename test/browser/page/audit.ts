// Runs inside a page: what a person who sees badly, or uses no mouse, would stumble over.

const controls = 'button, a[href], input, select, textarea, [tabindex="0"]'

/** What is wrong with the page as it is now, a sentence each. */
export function audit(): string[] {
  return [
    ...structure(),
    ...references(),
    ...[...document.querySelectorAll(controls)].flatMap(ofControl),
    ...texts(),
  ]
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

function structure(): string[] {
  const faults: string[] = []
  if (!document.documentElement.lang) faults.push('The page has no language.')
  if (!document.title) faults.push('The page has no title.')
  if (document.querySelectorAll('main').length !== 1) faults.push('There is not one main landmark.')
  if (!(document.querySelector('[role="alert"]') && document.querySelector('[role="status"]')))
    faults.push('There is no live region.')
  if (document.documentElement.scrollWidth > innerWidth) faults.push('The page scrolls sideways.')
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isShown)
  const depths = levels.map(({ tagName }) => Number(tagName.slice(1)))
  if (depths.filter(depth => depth === 1).length !== 1) faults.push('There is not one h1.')
  for (const [index, depth] of depths.entries())
    if (depth > (depths[index - 1] ?? 0) + 1) faults.push(`${named(levels[index])} leaves out a level.`)
  if (document.querySelector('[style]')) faults.push('There is an inline style.')
  return faults
}

function references(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const faults = ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `#${id} is there twice.`)
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'for'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      for (const id of element.getAttribute(attribute)?.split(' ') ?? [])
        if (!ids.includes(id)) faults.push(`${named(element)} refers to #${id}, which is not there.`)
  return faults
}

function ofControl(control: Element): string[] {
  if (!isShown(control)) return []
  const faults: string[] = []
  const hasLabel = 'labels' in control && control.labels instanceof NodeList && control.labels.length > 0
  const isField = control.matches('input, select, textarea')
  if (!(isField ? hasLabel : control.textContent?.trim())) faults.push(`${named(control)} has no name.`)
  const { width, height } = control.getBoundingClientRect()
  if (width < 24 || height < 24) faults.push(`${named(control)} is too small.`) // WCAG 2.2, 2.5.8
  const { borderTopColor, borderTopWidth } = getComputedStyle(control)
  if (isField && borderTopWidth !== '0px' && contrast(borderTopColor, groundOf(control.parentElement)) < 3)
    faults.push(`The border of ${named(control)} is too faint.`) // 1.4.11
  return faults
}

/** 4.5:1 for every text: what is large may have less, but need not (WCAG 2.2, 1.4.3). */
function texts(): string[] {
  const faults = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (!(parent && walker.currentNode.textContent?.trim() && isShown(parent))) continue
    const ratio = contrast(getComputedStyle(parent).color, groundOf(parent))
    if (ratio < 4.5) faults.add(`${named(parent)} has a contrast of ${ratio.toFixed(2)}.`)
  }
  return [...faults]
}

function groundOf(element: Element | null): string {
  if (!element) return 'rgb(255, 255, 255)'
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** @throws Error for a colour that is not plain: it could not be judged */
function luminance(colour: string): number {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(Number)
  if (!parts) throw new Error(`${colour} is no plain colour.`)
  const [red = 0, green = 0, blue = 0] = parts.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const named = (element: Element | null | undefined): string =>
  `<${element?.tagName.toLowerCase()}> “${element?.textContent?.trim().slice(0, 40)}”`

/** Where the focus is: the name of the control, and whether it can be seen to be there. */
export function focused(): { name: string; isSeen: boolean } {
  const element = document.activeElement
  if (!element || element === document.body) return { name: '', isSeen: false }
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : undefined
  const name = (label ?? element).textContent?.trim() ?? ''
  return { name, isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' }
}
