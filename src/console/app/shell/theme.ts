// Light or dark: the choice of the operator on this device, else that of the system.

const storageKey = 'invigil.console.theme'

export type Theme = '' | 'light' | 'dark'

export function chosenTheme(): Theme {
  const theme = localStorage.getItem(storageKey)
  return theme === 'light' || theme === 'dark' ? theme : ''
}

/** Applies the choice to the document. */
export function setTheme(): void {
  const theme = chosenTheme()
  if (theme === '') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Stores and applies the choice. */
export function chooseTheme(theme: string): void {
  if (theme === '') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, theme)
  setTheme()
}
