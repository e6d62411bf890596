const sheet = new CSSStyleSheet()
const rule = sheet.cssRules[sheet.insertRule(':root {}')]
document.adoptedStyleSheets.push(sheet)

/**
 * Sets CSS variables of the page. The policy of the page forbids inline styles, but not style sheets of its own scripts.
 */
export function setVariables(values: Readonly<Record<string, string>>): void {
  if (!(rule instanceof CSSStyleRule)) return
  for (const [name, value] of Object.entries(values)) rule.style.setProperty(name, value)
}
