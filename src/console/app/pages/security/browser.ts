const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The browser and the system of a `User-Agent`, as people call them. Unknown ones are shown as they are. */
export function browserOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined
  const [browser, system] = [browsers, systems].map(
    known => known.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  return [browser, system].filter(Boolean).join(', ') || userAgent.slice(0, 60)
}
