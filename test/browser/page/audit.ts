// Runs inside a page. Finds accessibility problems, for people with low vision or without a mouse, that axe-core does not report.

/** Returns the accessibility problems of the page, one sentence each. */
export function audit(): string[] {
  const hasLiveRegions = document.querySelector('[role="alert"]') && document.querySelector('[role="status"]')
  return [...(hasLiveRegions ? [] : ['There is no live region.']), ...auditLayout()]
}

/** Returns the problems of a page that may have no live regions. */
export function auditLayout(): string[] {
  const problems: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) problems.push('The page scrolls sideways.')
  const headings = [...document.querySelectorAll('h1')].filter(isShown)
  if (headings.length !== 1) problems.push('There is not one h1.')
  if (document.querySelector('[style]')) problems.push('There is an inline style.')
  return [
    ...problems,
    ...references(),
    ...[...document.querySelectorAll('input, select, textarea')].flatMap(border),
  ]
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** axe reports most of these as incomplete, not as violations. */
function references(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const problems = ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `#${id} is there twice.`)
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'for'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      for (const id of element.getAttribute(attribute)?.split(' ') ?? [])
        if (!ids.includes(id)) problems.push(`${named(element)} refers to #${id}, which is not there.`)
  return problems
}

/** WCAG 2.2, 1.4.11: the border of a field contrasts with the ground. */
function border(field: Element): string[] {
  if (!isShown(field)) return []
  const { borderTopColor, borderTopWidth } = getComputedStyle(field)
  const isFaint = borderTopWidth !== '0px' && contrast(borderTopColor, groundOf(field.parentElement)) < 3
  return isFaint ? [`The border of ${named(field)} is too faint.`] : []
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

/** @throws Error for a colour with transparency, whose contrast cannot be computed */
function luminance(colour: string): number {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(Number)
  if (!parts) throw new Error(`${colour} is no plain colour.`)
  const [red = 0, green = 0, blue = 0] = parts.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const named = (element: Element): string =>
  `<${element.tagName.toLowerCase()}> “${element.textContent?.trim().slice(0, 40)}”`

/** Returns the name of the focused control, and whether its focus indicator is visible. */
export function focused(): { name: string; isSeen: boolean } {
  const element = document.activeElement
  if (!element || element === document.body) return { name: '', isSeen: false }
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0] : undefined
  const name = (label ?? element).textContent?.trim() ?? ''
  return { name, isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' }
}
